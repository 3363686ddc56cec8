import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { APIRequestContext } from "@playwright/test";
import { ADMIN, expect, test, tokenOf } from "../setup/e2e";

/** Script of a first load, KiB gzip: the budgets of login, chat and console pages. */
const BUDGETS = [
  ["/login", 155],
  ["/login-ad", 155],
  ["/personal/chat", 240],
  ["/personal/chat?view=prompts", 280],
  ["/personal/document/document-analysis", 260],
  ["/personal/document/comminicate", 260],
  ["/personal/search/search-main", 260],
  ["/personal/search/result", 290],
  ["/personal/search/params-config", 240],
  ["/personal/draft", 260],
  ["/apps/square", 240],
  ["/apps/workbench", 240],
  ["/user/info", 240],
  ["/user/token", 230],
  ["/user/collected", 230],
  ["/system/system-manage/model-access", 230],
  ["/system/system-manage/sys-common", 230],
  ["/system/system-manage/base-config-config", 230],
  ["/system/system-manage/terms-of-use", 230],
  ["/system/system-manage/login-channel", 230],
  ["/system/report-v2/dashboard", 230],
  ["/system/report-v2/tokens-stats/app", 230],
  ["/system/report-v2/app-stats-detail/chat/chat", 230],
  ["/system/detail-manage/detail-record", 230],
  ["/system/detail-manage/search-record", 230],
  ["/user/records", 230],
  ["/user/search-record", 230],
  ["/system/gateway/model-supplier", 230],
  ["/system/detail-manage/prompt-manage", 230],
  ["/system/log-manage/operation-log", 230],
  ["/system/system-manage/license-manage", 230],
  ["/system/user-manage/role-manage", 230],
  ["/system/user-manage/menu-manage", 230],
  ["/system/user-manage/dept-manage", 230],
  ["/system/user-manage/user-manage", 230],
  ["/system-preview", 230],
] as const;

/** Throws where a page is over its budget, or is another page than the one asked for. */
async function assertLoads(
  request: APIRequestContext,
  baseURL: string | undefined,
  page: string,
  limit: number,
): Promise<void> {
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const script = path.join(import.meta.dirname, "../bench/first-load.mjs");
  const args = [script, "--base", baseURL ?? "", "--paths", page, "--limit-kib", String(limit)];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, "--header", `cookie: ${cookie}`]);
  expect(stdout).toContain(`| ${page} |`);
}

for (const [page, limit] of BUDGETS) {
  test(`${page} loads at most ${limit} KiB of script`, async ({ request, baseURL }) => {
    if (!page.startsWith("/login")) await tokenOf(request, ADMIN, baseURL ?? "");
    await assertLoads(request, baseURL, page, limit);
  });
}

test("the screen an app is arranged on loads at most 320 KiB of script", async ({ request, baseURL }) => {
  const authorization = await tokenOf(request, ADMIN, baseURL ?? "");
  const made = await request.post("/api/apps", {
    headers: { authorization },
    data: { name: "Heavy", kind: "workflow" },
  });
  const { data } = (await made.json()) as { data: { id: string } };
  await assertLoads(request, baseURL, `/apps/app-params-edit/${data.id}`, 320);
});
