import { ToolError } from "@mcp-parley/runtime/server";
import type { RootsHandlers, WriteFileInputs } from "./generated/src/server.js";
import { isInside, type World } from "./world.js";

export function handlers(world: World): RootsHandlers {
  return {
    "writeFile.file": ({ args, inputs }) => {
      const uri = uriOf(args.path);
      const allowed = allowedFolders(world, inputs);
      if (allowed.length === 0) throw new ToolError("No folders: neither the client nor the command line names any.");
      if (!allowed.some((folder) => isInside(uri, folder))) throw new ToolError(`${args.path} is outside the folders.`);
      const text = world.files.get(uri);
      return { exists: text !== undefined, etag: text === undefined ? "" : `${text.length}-${text.slice(0, 8)}` };
    },

    writeFile: ({ args }) => {
      world.files.set(uriOf(args.path), args.text);
      return { structuredContent: { path: args.path, bytes: Buffer.byteLength(args.text) } };
    },
  };
}

/** The client's roots; the folders of the command line when it has none, or cannot say. */
function allowedFolders(world: World, { folders }: Pick<WriteFileInputs, "folders">): readonly string[] {
  const roots = folders.action === "accept" ? folders.content.map(({ uri }) => uri) : [];
  return roots.length > 0 ? roots : world.folders;
}

/** Resolves dots, so that no path climbs out of a folder. */
function uriOf(path: string): string {
  return new URL(path, "file:///").href;
}
