import process from "node:process";

/**
 * The environment without what makes every start of Node dearer on some machines: Node 20 reads the certificates that it is
 * given at each start, which takes 0.06 s.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...rest } = process.env;
  return rest;
}
