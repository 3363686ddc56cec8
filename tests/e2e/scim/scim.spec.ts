import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

const PATH = "/system/system-manage/login-channel";
const USERS = "/system/user-manage/user-manage";
const SCIM = "/api/scim/v2";
const unique = (text: string) => `${text}${crypto.randomUUID().replaceAll("-", "").slice(0, 10)}`;

let channels: Awaited<ReturnType<typeof openLoginChannels>>;
test.beforeAll(async () => {
  channels = await openLoginChannels();
});
test.afterAll(async () => {
  await channels.close();
});

const makeChannel = () =>
  channels.make({
    kind: "oidc",
    name: unique("IdP "),
    settings: { issuer: `https://${unique("idp")}.example.com`, clientAuthentication: "none" },
  });

inBothLanguages("SCIM", () => {
  test("a token is made, people and groups are pushed with it, and it is taken back", async ({
    page,
    t,
    makePerson,
    signIn,
    playwright,
    baseURL,
  }) => {
    const id = await makeChannel();
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(`${PATH}?open=edit:${id}`);
    await page.getByRole("tab", { name: t("login-channels.tab.scim") }).click();
    const token = page.getByRole("region", { name: t("scim.token.label"), exact: true });
    await expect(token.getByText(t("scim.token.none"))).toBeVisible();
    await token.getByRole("button", { name: t("scim.token.make") }).click();
    await expect(token.getByText(t("scim.token.once"))).toBeVisible();
    const secret = (await token.locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^scim-[\w-]{43}$/);
    await token.getByRole("button", { name: t("scim.token.done") }).click();
    await expect(token.getByText(t("scim.token.set"))).toBeVisible();
    expect(await page.content()).not.toContain(secret);

    // As an identity provider asks: no browser, no cookie.
    const provider = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { authorization: `Bearer ${secret}`, "content-type": "application/scim+json" },
    });
    const [account, displayName, group] = [unique("pushed."), unique("Ada "), unique("Law ")];
    const made = await provider.post(`${SCIM}/Users`, {
      data: JSON.stringify({ userName: account, externalId: unique("x"), displayName, active: true }),
    });
    expect(made.status()).toBe(201);
    const { id: userId } = (await made.json()) as { id: string };
    const grouped = await provider.post(`${SCIM}/Groups`, {
      data: JSON.stringify({ displayName: group, members: [{ value: userId }] }),
    });
    expect(grouped.status()).toBe(201);

    await page.reload();
    await page.getByRole("tab", { name: t("login-channels.tab.scim") }).click();
    const pushed = page.getByRole("region", { name: t("scim.groups.title"), exact: true });
    await pushed.getByLabel(t("scim.groups.search")).fill(group);
    const members = pushed.getByRole("row").filter({ hasText: group }).getByRole("cell", { name: "1", exact: true });
    await expect(members).toBeVisible();

    await page.goto(`${USERS}?q=${account}`);
    const row = page.getByRole("row").filter({ hasText: account });
    await expect(row).toContainText(displayName);
    const patched = await provider.patch(`${SCIM}/Users/${userId}`, {
      data: JSON.stringify({ Operations: [{ op: "Replace", path: "active", value: "False" }] }),
    });
    expect(patched.status()).toBe(200);
    await page.reload();
    await expect(row).toContainText(t("organisation.users.state.disabled"));

    await page.goto(`${PATH}?open=edit:${id}`);
    await page.getByRole("tab", { name: t("login-channels.tab.scim") }).click();
    await token.getByRole("button", { name: t("scim.token.revoke") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("scim.token.revoke") })
      .click();
    await expect(token.getByText(t("scim.token.none"))).toBeVisible();
    expect((await provider.get(`${SCIM}/Users`)).status()).toBe(401);
    await provider.dispose();
  });
});

test("the tab has no serious finding", async ({ page, t, makePerson, signIn }) => {
  const id = await makeChannel();
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  await page.goto(`${PATH}?open=edit:${id}`);
  await page.getByRole("tab", { name: t("login-channels.tab.scim") }).click();
  await expect(page.getByRole("region", { name: t("scim.guide.title") })).toBeVisible();
  await page.getByText(t("scim.guide.entra.title"), { exact: true }).click();
  expect(await findings(page)).toEqual([]);
});
