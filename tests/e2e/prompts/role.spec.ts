import { shippedText } from "../../../lib/prompts/shipped";
import { ChatPage } from "../../pages/chat-page";
import { PromptsPage } from "../../pages/prompts-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("A role of the prompt square", () => {
  test("is switched on for the chat, stays over a reload, and is switched off", async ({
    page,
    t,
    makePerson,
    signIn,
    productLocale,
  }) => {
    await signIn(await makePerson());
    const square = new PromptsPage(page, t);
    await square.open("&tab=roles");
    const { name } = shippedText("role.translator", productLocale)!;
    await square.openCard(name);
    await square.drawer.getByRole("button", { name: t("prompts.use.role") }).click();
    await page.waitForURL(/\/personal\/chat\?id=/);
    const chat = new ChatPage(page, t);
    await chat.ready();
    const on = page.getByText(t("chat.role.on", { name }));
    await expect(on).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.reload();
    await chat.ready();
    await expect(on).toBeVisible();
    await page.getByRole("button", { name: t("chat.role.off", { name }) }).click();
    await expect(on).toHaveCount(0);
    await page.reload();
    await chat.ready();
    await expect(on).toHaveCount(0);
  });
});
