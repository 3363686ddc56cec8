import { shippedText } from "../../../lib/prompts/shipped";
import { ChatPage } from "../../pages/chat-page";
import { PromptsPage } from "../../pages/prompts-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("the prompt square on a phone", () => {
  test("is reached from the empty chat and fills it, without scrolling sideways", async ({
    page,
    t,
    makePerson,
    signIn,
    productLocale,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    const square = new PromptsPage(page, t);
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await chat.open();
    await page.getByRole("link", { name: t("chat.empty.square") }).tap();
    await square.ready();
    const { name, variables } = shippedText("anomaly", productLocale)!;
    await expect(square.card(name)).toBeVisible();
    expect(await sideways()).toBeLessThanOrEqual(0);
    await square.openCard(name);
    const [metric, moves, baseline] = variables;
    await square.drawer.getByLabel(metric!.label).fill("A");
    await square.drawer.getByLabel(moves!.label).fill("B");
    await square.drawer.getByLabel(baseline!.label).tap();
    await page.getByRole("option", { name: baseline!.options[0], exact: true }).tap();
    expect(await sideways()).toBeLessThanOrEqual(0);
    await square.drawer.getByRole("button", { name: t("prompts.use.fill") }).tap();
    await chat.ready();
    await expect(chat.input).not.toHaveValue("");
  });
});
