import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { codecFromKeys, type KeyedCodec } from "../../runtime/src/sealing/key-source.js";

const one = "the first key of thirty-two bytes and more";
const two = "the second key of thirty-two bytes and more";
const folder = mkdtempSync(join(tmpdir(), "parley-key-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const seal = (codec: KeyedCodec) => codec.seal(Buffer.from("x"));
const opens = async (codec: KeyedCodec, token: string): Promise<boolean> =>
  Buffer.from(await codec.open(token)).toString() === "x";

it.each([
  ["random bytes", Buffer.from(Array.from({ length: 64 }, (_, index) => (index * 37 + 150) % 256))],
  ["UTF-16", Buffer.from(`\ufeff${one}`, "utf16le")],
  ["one key that is text and one that is none", Buffer.concat([Buffer.from(`${one}\n`), Buffer.alloc(40, 0xff)])],
  ["a key and half of a character", Buffer.concat([Buffer.from(one), Buffer.of(0xe2, 0x82)])],
])("refuses a file that holds %s, of which most would be lost", (_, bytes) => {
  const file = join(folder, "binary");
  writeFileSync(file, bytes);
  expect(() => codecFromKeys({ file }, {})).toThrow(
    new RangeError(`A state key in the state key file "${file}" is no text; write it as base64url`),
  );
});

it("takes a file that begins with a byte order mark, and one with keys in any script", async () => {
  const file = join(folder, "marked");
  writeFileSync(file, `\ufeff${one}\r\n${"ключ".repeat(8)}\n`);
  expect(await opens(codecFromKeys({ file }, {}), await seal(codecFromKeys([one], {})))).toBe(true);
});

it.each([
  ["gone", undefined, "ENOENT"],
  ["empty", "", 'There is no state key in the state key file "FILE"'],
  ["half-written", two.slice(0, 20), 'The first key in the state key file "FILE" has 20 bytes'],
  ["written to twice", `${two}\n${two}`, 'The second key in the state key file "FILE" is given twice'],
])("keeps the keys of a file that is %s when it is read again", async (_, text, message) => {
  const file = join(folder, "reread");
  writeFileSync(file, one);
  const codec = codecFromKeys({ file }, {});
  const token = await seal(codec);
  if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
  await expect(codec.reload()).rejects.toThrow(message.replace("FILE", file));
  expect(await opens(codec, token)).toBe(true);
  writeFileSync(file, `${two},${one}`);
  await codec.reload();
  expect(await opens(codecFromKeys([two], {}), await seal(codec))).toBe(true);
});
