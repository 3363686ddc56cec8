import { expect, test } from "../../setup/e2e";

/** Design 12: what stands above a list leaves the phone to the list, CSS pixels. */
const HIGHEST = 120;
const PATHS = [
  "/user/collected",
  "/knowledge-center/management",
  "/knowledge-center/gap-board",
  "/knowledge-center/knowledge-center-setting/kb-center-update/center-qa",
  "/knowledge-center/knowledge-center-setting/kb-center-update/center-wrong-question-collection",
  "/system/report-v2/tokens-stats/dept",
  "/system/detail-manage/detail-record",
  "/system/detail-manage/prompt-manage",
  "/system/user-manage/user-manage",
  "/system/user-manage/role-manage",
  "/system/log-manage/operation-log",
  "/system/open-manage/api-manage",
  "/system/system-manage/model-access",
  "/system/gateway/model-supplier?tab=log",
];

test("what stands above a list is at most 120 pixels high on a phone", async ({ page, makePerson, signIn }) => {
  test.setTimeout(120_000);
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const heights: Record<string, number> = {};
  for (const path of PATHS) {
    await page.goto(path);
    const toolbar = page.locator("[data-toolbar]").first();
    await toolbar.waitFor();
    heights[path] = Math.round((await toolbar.boundingBox())?.height ?? 0);
  }
  expect(Object.entries(heights).filter(([, height]) => height === 0 || height > HIGHEST)).toEqual([]);
});
