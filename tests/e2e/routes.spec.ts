import type { APIRequestContext } from "@playwright/test";
import { matchRoute, redirectOf } from "../../lib/permissions/navigation";
import { type AppRoute, ROUTES } from "../../lib/permissions/routes";
import { ADMIN, expect, test, tokenOf } from "../setup/e2e";

const WHO = ["administrator", "staff", "visitor", "guest"] as const;

/** A path of the route, parameters filled with something nobody has. */
const pathOf = ({ path }: AppRoute) => path.replace(/\{[^}]+\}/g, "01900000-0000-7000-8000-000000000000");

/** What the registry promises somebody with these codes; undefined for guests. */
function promised(route: AppRoute, codes: string[] | undefined): { status: number; at?: string } {
  if (route.path === "/404") return { status: 404 };
  if (route.codes === "public" && route.ready) {
    // Who is signed in has nothing to do on the login screen.
    return codes && /^\/login(-ad)?$/.test(route.path) ? { status: 307, at: "/" } : { status: 200 };
  }
  // What is public and not there yet is an unknown page.
  if (!codes) return { status: 307, at: "/login" };
  const isOpen = typeof route.codes === "string" || route.codes.some((code) => codes.includes(code));
  if (!isOpen) return { status: 307, at: "/404" };
  if (route.redirect) {
    const target = redirectOf(route, codes);
    return { status: 307, at: target && matchRoute(target)?.ready ? target : "/404" };
  }
  return route.ready ? { status: 200 } : { status: 307, at: "/404" };
}

async function codesOf(request: APIRequestContext): Promise<string[]> {
  const { data } = await (await request.get("/api/admin/user/self-info")).json();
  return data.permission;
}

for (const who of WHO) {
  test(`every route answers the ${who} as the registry says`, async ({ playwright, baseURL, makePerson }) => {
    const request = await playwright.request.newContext({ baseURL });
    if (who !== "guest") {
      const person = who === "administrator" ? ADMIN : await makePerson({ roleKeys: [who] });
      await tokenOf(request, person, baseURL ?? "");
    }
    const codes = who === "guest" ? undefined : await codesOf(request);
    const found: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const route of ROUTES) {
      const path = pathOf(route);
      const response = await request.get(path, { maxRedirects: 0 });
      const location = response.headers().location;
      const at = location ? new URL(location, baseURL).pathname : undefined;
      found[path] = { status: response.status(), at };
      wanted[path] = { at: undefined, ...promised(route, codes) };
    }
    expect(Object.keys(found).length).toBeGreaterThan(100);
    expect(found).toEqual(wanted);
    await request.dispose();
  });
}

test("paths the registry does not know lead to the page named 404", async ({ request, baseURL }) => {
  await tokenOf(request, ADMIN, baseURL ?? "");
  for (const path of ["/nothing-here", "/personal/chat/extra", "/system/unknown", "/%3Cscript%3E", "/admin.php"]) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([path, response.status(), response.headers().location]).toEqual([path, 307, "/404"]);
  }
});
