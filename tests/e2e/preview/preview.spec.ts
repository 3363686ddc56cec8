import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("system overview", () => {
  test("is where the console begins, tells what is missing with a way there, and what the product is", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto("/system");
    await expect(page).toHaveURL(/\/system-preview$/);
    await expect(page.getByRole("heading", { level: 1, name: t("preview.title") })).toBeVisible();
    const entry = page
      .getByRole("navigation", { name: t("nav.consoleNavigation") })
      .getByRole("link")
      .nth(1);
    await expect(entry).toHaveAttribute("aria-current", "page");
    await expect(page.getByText(t("preview.today.questions"))).toBeVisible();
    const about = page.getByRole("region", { name: t("preview.about.title") });
    await expect(about.getByText(t("preview.about.licenceState.community"))).toBeVisible();
    const link = page.getByRole("link", {
      name: t("preview.openLabel", { action: t("preview.view"), title: t("preview.check.models.title") }),
      exact: true,
    });
    await link.click();
    await expect(page).toHaveURL(/\/system\/system-manage\/model-access/);
  });

  test("about stands in everybody's user menu", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    await page.goto("/personal/chat");
    await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
    await page.getByRole("menuitem", { name: t("nav.userMenu.about") }).click();
    const dialog = page.getByRole("dialog", { name: t("preview.about.title") });
    await expect(dialog.getByText(t("preview.about.pglite"))).toBeVisible();
  });

  test("the API reference is searched, opened and linked to", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto("/system-preview");
    await page.getByRole("tab", { name: t("preview.tab.api") }).click();
    await expect(page).toHaveURL(/tab=api/);
    await page.getByRole("searchbox", { name: t("preview.api.search") }).fill("open/keys");
    await page.getByRole("radio", { name: "POST" }).click();
    await expect(page.getByRole("status").filter({ hasText: t("preview.api.count", { count: 2 }) })).toBeVisible();
    const call = page.getByRole("button", { name: /POST.*\/api\/admin\/open\/keys(?!\/)/ });
    await call.click();
    await expect(page.getByText("SYSTEM:OPEN:API")).toBeVisible();
    await expect(page.getByRole("list", { name: t("preview.api.body") })).toContainText("name");
    await expect(page.getByText(/curl -X POST/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/curl -X POST/)).toBeVisible();
    await page.getByRole("searchbox", { name: t("preview.api.search") }).fill("nothing like this");
    await expect(page.getByText(t("preview.api.empty"))).toBeVisible();
  });
});

test("overview, API reference and about have no serious finding", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  await page.goto("/system-preview");
  const about = page.getByRole("region", { name: t("preview.about.title") });
  await expect(about.getByText(t("preview.about.licenceState.community"))).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto(`/system-preview?tab=api&q=open%2Fkeys&call=${encodeURIComponent("POST /api/admin/open/keys")}`);
  await expect(page.getByText(/curl -X POST/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
