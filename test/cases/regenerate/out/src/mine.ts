// never generated
