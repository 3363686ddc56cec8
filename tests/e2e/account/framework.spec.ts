import { ADMIN, expect, test, tokenOf } from "../../setup/e2e";

/* SECURITY AC-15, XS-09, PL-06: the framework's own doors, headers of every kind of answer, and caches. */
const PAGES = ["/system-preview", "/system/user-manage/user-manage", "/system/log-manage/operation-log"];
const WAYS: Record<string, string>[] = [
  {},
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware" },
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-segment-prefetch": "/_tree" },
  { "x-invoke-path": "/system-preview", "x-matched-path": "/system-preview" },
  { "x-page": "/system-preview", "x-nonce": "planted" },
];

for (const who of ["staff", "guest"] as const) {
  test(`no door of the framework shows a console page to the ${who}`, async ({
    playwright,
    baseURL,
    makePerson,
    t,
  }) => {
    const request = await playwright.request.newContext({ baseURL });
    if (who === "staff") await tokenOf(request, await makePerson(), baseURL ?? "");
    const texts = ["preview.title", "preview.refresh", "organisation.title"].map((key) => t(key)).filter(Boolean);
    for (const path of PAGES) {
      const spellings = [
        path,
        `/${path}`,
        `${path}.rsc`,
        `${path}/`,
        path.toUpperCase(),
        `${path}?_rsc=1`,
        `${path}?nxtPpath=x`,
      ];
      spellings.push(path.replace("system", "%73ystem"), `/_next/data/build${path}.json`);
      for (const spelling of spellings) {
        for (const headers of WAYS) {
          const response = await request.get(`${baseURL}${spelling}`, { headers, maxRedirects: 0 });
          const body = await response.text();
          const seen = {
            spelling,
            headers,
            status: response.status(),
            shown: texts.filter((text) => body.includes(text)),
          };
          expect({ ...seen, ok: seen.status >= 300 && seen.status < 500 }).toEqual({ ...seen, shown: [], ok: true });
        }
      }
    }
    for (const action of ["x", "0".repeat(40), "__proto__", "a".repeat(5000)]) {
      const response = await request.post("/system-preview", {
        headers: { "next-action": action, "content-type": "text/plain;charset=UTF-8", origin: baseURL ?? "" },
        data: '["$K1","$F2",{"__proto__":1}]',
        maxRedirects: 0,
      });
      expect(response.status()).toBeLessThan(500);
    }
    expect((await request.get("/api/health")).status()).toBe(200);
    await request.dispose();
  });
}

test("every kind of answer carries its headers and none may be kept by a cache", async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  const token = await tokenOf(request, ADMIN, baseURL ?? "");
  const kinds: [string, Record<string, string>][] = [
    ...PAGES.map((page): [string, Record<string, string>] => [page, {}]),
    ["/login", {}],
    ["/api/admin/preview/overview", { authorization: token }],
    ["/api/admin/user/sessions", { authorization: token }],
    ["/api/admin/nothing", { authorization: token }],
    ["/nothing-here", {}],
  ];
  for (const [path, headers] of kinds) {
    const foreign = { origin: "https://evil.test", ...headers };
    const response = await request.get(path, { headers: foreign, maxRedirects: 0 });
    const got = response.headers();
    expect([path, got["x-content-type-options"]]).toEqual([path, "nosniff"]);
    expect([path, got["cache-control"]]).toEqual([path, expect.stringMatching(/private.*no-store|no-store.*private/)]);
    expect([path, got["access-control-allow-origin"]]).toEqual([path, undefined]);
    expect([path, Boolean(got["referrer-policy"])]).toEqual([path, true]);
    if (response.status() === 200) {
      expect([path, got["content-security-policy"]]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
    }
  }
  await request.dispose();
});

test("answers are delivered with the content policy their handler gave them", async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  const authorization = await tokenOf(request, ADMIN, baseURL ?? "");
  const file = { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<script>alert(1)</script>") };
  const uploaded = await request.post("/api/files", { headers: { authorization }, multipart: { file } });
  const { data } = (await uploaded.json()) as { data: { id: string } };
  const policyOf = async (path: string, method = "GET") =>
    (await request.fetch(path, { method, headers: { authorization } })).headers()["content-security-policy"];
  const call = "default-src 'none'; frame-ancestors 'none'";
  expect(await policyOf(`/api/files/${data.id}`)).toBe(`${call}; sandbox`);
  expect(await policyOf("/api/reader/assets/worker/pdf.worker.min.mjs")).toContain("'wasm-unsafe-eval'");
  const plain = ["/api/admin/user/self-info", "/api/files/nothing", "/api/nothing", "/public/load-system-config-base"];
  for (const path of plain) expect([path, await policyOf(path)]).toEqual([path, call]);
  // No handler answers an unknown method.
  expect(await policyOf("/api/health", "PUT")).toBe(call);
  expect(await policyOf("/login")).toMatch(/^default-src 'self'; script-src 'self' 'nonce-/);
  await request.dispose();
});

test("after logging out the back button shows nothing of the console", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  await page.goto("/system-preview");
  await expect(page.getByRole("heading", { name: t("preview.title") })).toBeVisible();
  await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
  await page.getByRole("menuitem", { name: t("nav.userMenu.logout") }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goBack();
  await expect(page.getByRole("button", { name: t("auth.login.submit"), exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("preview.title") })).toHaveCount(0);
});

test("a session that has ended leads to the login once, and from there back", async ({
  page,
  t,
  makePerson,
  signIn,
}) => {
  const person = await makePerson({ roleKeys: ["administrator"] });
  const token = await signIn(person);
  // Fetched last, once the page is at rest: a call on its way would be refused and reload the page by itself (spec 8).
  const atRest = page.waitForResponse((response) => response.url().endsWith("/api/palette/places"));
  await page.goto("/system-preview?tab=api");
  await expect(page.getByRole("tab", { name: t("preview.tab.api") })).toHaveAttribute("aria-selected", "true");
  await atRest;
  // Documents: that a frame navigated is also said of each history entry the router writes, as often as it renders.
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()).pathname);
  });
  await page.request.post("/api/token/logout", { headers: { authorization: token } });
  await page.reload();
  await expect(page).toHaveURL(/\/login\?redirectUrl=/);
  await page.getByLabel(t("auth.login.account"), { exact: true }).fill(person.account);
  await page.getByLabel(t("auth.login.password"), { exact: true }).fill(person.password);
  await page.getByRole("button", { name: t("auth.login.submit"), exact: true }).click();
  await expect(page).toHaveURL(/\/system-preview\?tab=api$/);
  expect(documents).toEqual(["/system-preview", "/login"]);
});
