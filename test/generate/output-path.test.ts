import { posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { outputPathProblem, resolveInside } from "../../generator/write/output-path.js";

test("plain relative paths are fine", () => {
  expect(outputPathProblem("src/server.ts")).toBeUndefined();
  expect(outputPathProblem(".parley.json")).toBeUndefined();
});

test("a path that would mean something else on some system is refused", () => {
  for (const path of [
    "",
    "/etc/x",
    "../../evil",
    "a/../../b",
    "a//b",
    "C:/x",
    "c:x",
    "\\\\host\\x",
    "a\\b",
    "CON",
    "src/aux.ts",
  ]) {
    expect(outputPathProblem(path), path).toBeDefined();
  }
  for (const path of ["trailing.", "trailing ", "a/b.", "nul.txt", "x:stream", "a?b", "a\u0000b", "LPT1", "com¹.md"]) {
    expect(outputPathProblem(path), path).toBeDefined();
  }
});

test("a planned path stays inside its folder, by the rules of either system", () => {
  expect(resolveInside("/out", "src/a.ts", posix)).toBe("/out/src/a.ts");
  expect(resolveInside("D:\\out", "src/a.ts", win32)).toBe("D:\\out\\src\\a.ts");
  expect(resolveInside("\\\\host\\share\\out", "src/a.ts", win32)).toBe("\\\\host\\share\\out\\src\\a.ts");
  for (const rules of [posix, win32]) {
    for (const path of ["../a", "C:\\a", "C:a", "/a", "\\\\host\\share\\a"]) {
      expect(() => resolveInside("/out", path, rules)).toThrow("planned path");
    }
  }
});
