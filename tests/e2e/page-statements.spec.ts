import type { APIRequestContext } from "@playwright/test";
import { ADMIN, expect, test, tokenOf } from "../setup/e2e";

/**
 * Statements of a page while what all people share, and the session, is known: what is the person's own, and what a console
 * lists. Time differs from machine to machine, their number does not.
 */
const MOST = [
  ["/login", 0],
  // The chats, the one in view, what was chosen for all, and the first steps.
  ["/personal/chat", 4],
  // Suppliers, models and their health.
  ["/system/system-manage/model-access", 3],
] as const;

/** All that the web process has sent until now. */
async function sent(request: APIRequestContext): Promise<number> {
  const lines = (await (await request.get("/metrics")).text()).matchAll(/^database_statements_total\{.*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Of a warm page: the least of several tries, for the clock sends some as well. */
async function statementsOf(request: APIRequestContext, page: string): Promise<number> {
  const tries: number[] = [];
  for (let count = 0; count < 8; count++) {
    await request.get(page);
    const before = await sent(request);
    const response = await request.get(page);
    expect(response.url()).toContain(page);
    tries.push((await sent(request)) - before);
  }
  return Math.min(...tries);
}

for (const [page, most] of MOST) {
  test(`${page} sends at most ${most} statements when it is warm`, async ({ request, baseURL }) => {
    if (page !== "/login") await tokenOf(request, ADMIN, baseURL ?? "");
    expect(await statementsOf(request, page)).toBeLessThanOrEqual(most);
  });
}
