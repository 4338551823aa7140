// changed by hand
