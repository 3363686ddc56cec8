import { expect, test, tokenOf } from "../../setup/e2e";

const LIST = "/system/user-manage/role-manage";

test("two administrators edit one role: the later one sees the other's change and loses nothing typed", async ({
  page,
  browser,
  baseURL,
  productLocale,
  t,
  makePerson,
  signIn,
}) => {
  const first = await makePerson({ roleKeys: ["administrator"] });
  const headers = { authorization: await tokenOf(page.request, first, baseURL ?? ""), origin: baseURL ?? "" };
  const name = `role ${crypto.randomUUID().slice(0, 8)}`;
  const data = { name, type: "custom", description: "as it was", permissions: [] };
  await page.request.post("/api/admin/org/roles", { data, headers });
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const context = await browser.newContext({ baseURL });
  await context.addCookies([{ name: "current-locale", value: productLocale, url: baseURL }]);
  const other = await context.newPage();
  await signIn(first, other);

  const open = async (window: typeof page) => {
    await window.goto(`${LIST}?keyword=${encodeURIComponent(name)}`);
    const row = window.getByRole("row").filter({ hasText: name });
    await row.getByRole("button").last().click();
    await window.getByRole("menuitem", { name: t("roles.edit") }).click();
    return window.getByRole("dialog");
  };
  const [mine, theirs] = [await open(page), await open(other)];
  const save = t("common.action.save");
  await theirs.getByLabel(t("roles.form.description")).fill("by the first");
  await theirs.getByRole("switch", { name: t("roles.form.tokensUnlimited") }).click();
  await theirs.getByLabel(t("roles.form.tokens")).fill("1000");
  await theirs.getByRole("button", { name: save }).click();
  await expect(theirs).toHaveCount(0);
  await context.close();

  await mine.getByLabel(t("roles.form.description")).fill("by the second");
  await mine.getByRole("button", { name: save }).click();
  const notice = mine.getByRole("alert");
  await expect(notice).toBeFocused();
  await expect(notice).toContainText(first.name);
  const row = notice.getByRole("listitem").filter({ hasText: t("roles.form.description") });
  await expect(row).toContainText("by the first");
  await expect(row).toContainText("by the second");
  await expect(mine.getByLabel(t("roles.form.description"))).toHaveValue("by the second");
  await notice.getByRole("button", { name: t("common.stale.keep") }).click();
  await expect(mine).toHaveCount(0);

  // What the second person left alone is the first one's.
  const again = await open(page);
  await expect(again.getByLabel(t("roles.form.description"))).toHaveValue("by the second");
  await expect(again.getByLabel(t("roles.form.tokens"))).toHaveValue("1000");
});
