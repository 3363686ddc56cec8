import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { ADMIN, expect, inBothLanguages, test } from "../../setup/e2e";

const QUESTION = "How long does the depot keep parcels?";

inBothLanguages("recommended questions", () => {
  test("one is written for a base, pinned, and asked from where a conversation begins", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const person = await makePerson();
    const name = `Parcels of ${person.account}`;
    const chat = new KnowledgeChatPage(page, t, await signIn(person));
    await chat.makeBase(name, "parcels.md", "The depot keeps parcels for ten days.", { visibility: "all" });

    await signIn(ADMIN);
    const r = (key: string, args?: Record<string, string | number>) =>
      t(`knowledge-operations-gaps.recommended.${key}`, args);
    const content = `${QUESTION} ${person.account}`;
    await page.goto("/knowledge-center/knowledge-center-setting/recommended-question");
    await page
      .getByRole("button", { name: r("create") })
      .first()
      .click();
    const form = page.getByRole("dialog");
    await form.getByRole("textbox", { name: r("content") }).fill(content);
    await form.getByRole("combobox", { name: r("base") }).fill(name);
    await page.getByRole("option", { name }).click();
    await form.getByRole("switch", { name: r("sticky") }).click();
    await form.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole("button", { name: content, exact: true })).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await signIn(person);
    await page.goto("/knowledge-center/main");
    const offered = page.getByRole("region", { name: t("knowledge-operations.offered") });
    await offered.getByRole("button", { name: content }).click();
    await expect(chat.send).toBeEnabled();
    await expect(chat.input).toHaveValue(content);

    await signIn(ADMIN);
    await page.goto("/knowledge-center/knowledge-center-setting/recommended-question");
    await page.getByRole("button", { name: r("more", { content }) }).click();
    await page.getByRole("menuitem", { name: r("delete") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: r("delete") })
      .click();
    await expect(page.getByRole("button", { name: content, exact: true })).toHaveCount(0);
  });
});
