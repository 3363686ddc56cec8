import { expect, test } from "../../setup/e2e";

test("on a phone the channels fit the screen, and a form of each kind opens", async ({
  page,
  t,
  makePerson,
  signIn,
}) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const c = (key: string, args?: Record<string, string | number>) => t(`login-channels.${key}`, args);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto("/system/system-manage/login-channel");
  await expect(page.getByText(c("password.state"))).toBeVisible();
  expect(await overflow()).toBe(0);
  for (const kind of ["entra", "wecom", "dingtalk", "lark", "oidc", "saml", "ldap", "jwt"]) {
    await page.getByRole("button", { name: c("add"), exact: true }).tap();
    const kinds = page.getByRole("dialog").getByRole("button");
    await kinds.filter({ hasText: c(`kinds.${kind}`) }).tap();
    const form = page.getByRole("dialog", { name: c("addKind", { kind: c(`kinds.${kind}`) }) });
    await expect(form.getByRole("textbox", { name: c("form.nameZh") })).toBeVisible();
    expect([kind, await overflow()]).toEqual([kind, 0]);
    await form.getByRole("button", { name: t("common.action.cancel") }).tap();
    await expect(form).toHaveCount(0);
  }
});
