"""Serves the kitchen over HTTP on the port in PORT, with the keys in KITCHEN_STATE_KEYS."""

import os

from kitchen import kitchen

server = kitchen(os.environ["KITCHEN_STATE_KEYS"].split(","))
server.run("streamable-http", host="127.0.0.1", port=int(os.environ["PORT"]), stateless_http=True, json_response=True)
