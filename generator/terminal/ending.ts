/** The person at the terminal wants to leave: nothing more is asked, sent or said. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** The server cannot be reached or does not speak MCP: a message for people. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** What the person wrote, on the command line or in a file, cannot be used: a message for people. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}
