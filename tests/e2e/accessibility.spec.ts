import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ChatPage } from "../pages/chat-page";
import { LoginPage } from "../pages/login-page";
import { ModelAccessPage } from "../pages/model-access-page";
import { expect, test } from "../setup/e2e";

/** Findings of WCAG 2.2 AA rules that keep somebody out. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} look`, () => {
    test.use({ colorScheme });

    test("login with its errors has no serious finding", async ({ page, t }) => {
      const login = new LoginPage(page, t);
      await login.open();
      expect(await findings(page)).toEqual([]);
      await login.submit.click();
      await expect(page.getByText(t("validation.accountRequired"))).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test("chat, empty and with an answer, has no serious finding", async ({ page, t, makePerson, signIn }) => {
      await signIn(await makePerson());
      const chat = new ChatPage(page, t);
      await chat.open();
      expect(await findings(page)).toEqual([]);
      await chat.pickModel("fake-markdown");
      await chat.ask("summary");
      const answer = await chat.finished("fake-markdown");
      await expect(answer.locator(".katex").first()).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test("model access and its drawers have no serious finding", async ({ page, t, makePerson, signIn }) => {
      await signIn(await makePerson({ roleKeys: ["administrator"] }));
      const screen = new ModelAccessPage(page, t);
      await screen.open();
      expect(await findings(page)).toEqual([]);
      await screen.add.click();
      await screen.drawer.getByLabel(t("models.choice.manual")).fill("by-hand");
      await screen.drawer.getByLabel(t("models.choice.manual")).press("Enter");
      await expect(screen.drawer.getByRole("checkbox", { name: "by-hand" })).toBeChecked();
      await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
      expect(await findings(page)).toEqual([]);
    });

    test("the page named 404 has no serious finding", async ({ page, t, makePerson, signIn }) => {
      await signIn(await makePerson());
      await page.goto("/nothing-here");
      await expect(page.getByRole("heading", { name: t("common.notFound.title") })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
}
