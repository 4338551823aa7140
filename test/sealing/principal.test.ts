import { expect, it } from "vitest";
import { aesGcmCodec } from "../../runtime/src/sealing/aes-gcm-codec.js";
import { matchesPrincipal, tagPrincipal } from "../../runtime/src/sealing/principal.js";

const { tagKeys } = aesGcmCodec(["a key of at least thirty-two bytes, for tests"]);

// Computed with Python's hmac and hashlib from the description: flows of an earlier version keep their callers.
const keyed = "AAECAwQFBgeKXTFSLWWn_WGn7g6eRSk1";
const unkeyed = "AAECAwQFBgfDK5SmuGKT0u6Qlx3USPr5";

it("knows a caller by a tag that was made once and for all", () => {
  expect(matchesPrincipal(keyed, "ada", tagKeys)).toBe(true);
  expect(matchesPrincipal(keyed, "eve", tagKeys)).toBe(false);
});

it.each([[undefined], [[]]])("has salted tags also for codecs without keys for them: %o", (none) => {
  expect(matchesPrincipal(unkeyed, "ada", none)).toBe(true);
  expect(matchesPrincipal(unkeyed, "eve", none)).toBe(false);
  expect(matchesPrincipal(tagPrincipal("ada", none), "ada", none)).toBe(true);
  expect(matchesPrincipal(keyed, "ada", none)).toBe(false);
  expect(matchesPrincipal(unkeyed, "ada", tagKeys)).toBe(false);
});

it.each([
  ["cut", keyed.slice(0, -2)],
  ["longer", `${keyed}AA`],
  ["padded", `${keyed}=`],
  ["broken over lines", `${keyed.slice(0, 8)}\n${keyed.slice(8)}`],
  ["empty", ""],
])("takes a tag that is %s for nobody's", (_, tag) => {
  expect(matchesPrincipal(tag, "ada", tagKeys)).toBe(false);
});
