import { ADMIN, expect, test } from "../../setup/e2e";

test.use({ viewport: { width: 900, height: 800 }, language: "en_US" });

test("a narrow list of people keeps names and actions in sight, and short words on one line", async ({
  page,
  t,
  signIn,
}) => {
  await signIn(ADMIN);
  await page.goto("/system/user-manage/user-manage");
  const table = page.getByRole("table");
  const row = table.getByRole("row").nth(1);
  await expect(row).toBeVisible();
  expect((await row.boundingBox())!.height).toBeLessThan(50);
  const frame = page.getByRole("region", { name: t("organisation.users.title") });
  await frame.evaluate((element) => {
    element.scrollLeft = 120;
  });
  const [around, name, menu] = await Promise.all([
    frame.boundingBox(),
    row.getByRole("button").first().boundingBox(),
    row.getByRole("button").last().boundingBox(),
  ]);
  expect(name!.x).toBeGreaterThanOrEqual(around!.x);
  expect(menu!.x + menu!.width).toBeLessThanOrEqual(around!.x + around!.width);
});
