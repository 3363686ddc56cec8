import { refuses } from "@/lib/features/apps/service/framing";

const places = { own: "https://ai.example.org", page: "https://tool.example.com" };
const headers = (entries: Record<string, string>) => new Headers(entries);

it.each([
  [{}, false],
  [{ "x-frame-options": "DENY" }, true],
  [{ "x-frame-options": "SAMEORIGIN" }, true],
  [{ "content-security-policy": "default-src 'self'; frame-ancestors 'none'" }, true],
  [{ "content-security-policy": "frame-ancestors 'self'" }, true],
  [{ "content-security-policy": "frame-ancestors https://ai.example.org" }, false],
  [{ "content-security-policy": "frame-ancestors *.example.org" }, false],
  [{ "content-security-policy": "frame-ancestors *.example.net" }, true],
  [{ "content-security-policy": "frame-ancestors *" }, false],
  [{ "content-security-policy": "frame-ancestors https:" }, false],
  [{ "content-security-policy": "frame-ancestors http://ai.example.org" }, true],
  // The list of hosts stands over the older header.
  [{ "content-security-policy": "frame-ancestors *", "x-frame-options": "DENY" }, false],
])("a page with %j refuses to be framed: %s", (sent, refused) => {
  expect(refuses(headers(sent as Record<string, string>), places)).toBe(refused);
});

it("a page of our own may be framed by us alone", () => {
  const own = { own: "https://ai.example.org", page: "https://ai.example.org" };
  expect(refuses(headers({ "x-frame-options": "SAMEORIGIN" }), own)).toBe(false);
  expect(refuses(headers({ "content-security-policy": "frame-ancestors 'self'" }), own)).toBe(false);
});
