import { safePath } from "@/lib/auth/safe-path";

const HOSTILE = [
  "https://evil.test",
  "http://evil.test/personal/chat",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "\\/evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "/%09/evil.test",
  "/%0d%0aLocation:%20https://evil.test",
  "/%2f/evil.test",
  "/%2fevil.test",
  "/%5cevil.test",
  "/%252fevil.test",
  "/%25252fevil.test",
  "/%2525252525252fevil.test",
  "https:evil.test",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>",
  "vbscript:x",
  "https://product.test@evil.test/",
  "@evil.test",
  "evil.test",
  " /personal/chat",
  "/personal chat",
  "/a//b",
  "/%zz",
  "/login?redirectUrl=//evil.test",
  "/login-ad",
  "/api/token/logout",
  "/public/file/download-by-Id",
  "/_next/x",
  `/${"a".repeat(2000)}`,
  "",
];

it.each(HOSTILE)("refuses %j", (target) => {
  expect(safePath(target, "/fallback")).toBe("/fallback");
});

it.each([
  ["/", "/"],
  ["/personal/chat", "/personal/chat"],
  ["/personal/chat?session=1#end", "/personal/chat?session=1#end"],
  ["/personal/chat?next=https://other.test", "/personal/chat?next=https%3A%2F%2Fother.test"],
  ["/knowledge-center/main?id=%E4%B8%AD", "/knowledge-center/main?id=%E4%B8%AD"],
  ["/personal/../system", "/system"],
  ["/personal/chat?jwt=secret&x=1", "/personal/chat?x=1"],
  ["/loginx", "/loginx"],
])("takes %j as %j", (target, path) => {
  expect(safePath(target)).toBe(path);
});

it("takes nothing for nothing", () => {
  expect([safePath(null), safePath(undefined, "/x")]).toEqual(["/", "/x"]);
});
