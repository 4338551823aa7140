import type { InputResponse } from "@modelcontextprotocol/client";

/** The params of a call that stay the same on every leg; never changed once made. */
export type CallParams =
  | { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> }
  | { readonly uri: string };

/** What a retry adds to them. */
export interface RetryParams {
  readonly inputResponses?: Readonly<Record<string, InputResponse>>;
  readonly requestState?: string;
}

/** Name of the tool or prompt, or the URI of the resource. */
export function targetOf({ params }: { readonly params: CallParams }): string {
  return "uri" in params ? params.uri : params.name;
}
