import type { Model } from "../generator/model/model.js";
import { code, doc, importSymbol, parameters } from "../generator/render/code.js";
import { http } from "../generator/render/runtime-symbols.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";
import { quoted } from "./names.js";

/** `http.ts`: the server over HTTP on Node, in one call. */
export function printHttp(model: Model, printer: SourcePrinter): void {
  const handlers = importSymbol(`${model.server.typeName}Handlers`, "./server.js", { typeOnly: true });
  const create = importSymbol(`create${model.server.typeName}Server`, "./server.js");
  printer.declare("serveHttp");
  printer.print`${doc(`Serves ${quoted(model.server.name)} over HTTP until \`close\` is called on what it returns.`)}
export function serveHttp${parameters([
    code`handlers: ${handlers}`,
    code`options: ${http}.HttpOptions = {}`,
  ])}: Promise<${http}.HttpServer> {
  return ${http}.serveHttp(${create}(handlers, options), options);
}`;
}
