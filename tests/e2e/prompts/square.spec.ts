import { shippedText } from "../../../lib/prompts/shipped";
import { ChatPage } from "../../pages/chat-page";
import { PromptsPage } from "../../pages/prompts-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 6)}`;

inBothLanguages("The prompt square", () => {
  test("fills a prompt's form and hands the text to the chat", async ({
    page,
    t,
    makePerson,
    signIn,
    productLocale,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    const square = new PromptsPage(page, t);
    await chat.open();
    await page.getByRole("link", { name: t("chat.promptSquare"), exact: true }).click();
    await square.ready();
    await expect(square.cards.getByRole("listitem").first()).toBeVisible();
    expect(await findings(page)).toEqual([]);

    const { name, variables } = shippedText("anomaly", productLocale)!;
    await square.search.fill(name);
    await expect(square.cards.getByRole("listitem")).toHaveCount(1);
    await square
      .card(name)
      .getByRole("button", { name: t("prompts.card.keep", { name }) })
      .click();
    await expect(square.card(name).getByRole("button", { name: t("prompts.card.unkeep", { name }) })).toBeVisible();
    await square.openCard(name);
    expect(await findings(page)).toEqual([]);
    const fill = square.drawer.getByRole("button", { name: t("prompts.use.fill") });
    await fill.click();
    await expect(square.drawer.getByText(t("validation.required"))).toHaveCount(3);
    const [metric, moves, baseline] = variables;
    const labelled = (label: string) => square.drawer.getByLabel(label);
    await expect(labelled(metric!.label)).toBeFocused();
    await labelled(metric!.label).fill("华北 {{x}}");
    await labelled(moves!.label).fill("-9.4%");
    await labelled(baseline!.label).click();
    await page.getByRole("option", { name: baseline!.options[1], exact: true }).click();
    await expect(square.drawer.getByRole("region", { name: t("prompts.use.preview") })).toContainText("华北 {{x}}");
    await fill.click();
    await chat.ready();
    await expect(chat.input).toHaveValue(/华北 {{x}}/);
    await expect(chat.input).toHaveValue(new RegExp(`-9\\.4%[\\s\\S]*${baseline!.options[1]}`));

    // What is typed is not replaced unasked.
    await page.getByRole("link", { name: t("chat.promptSquare"), exact: true }).click();
    await square.ready();
    await square.tab("favourites");
    await square.openCard(name);
    await labelled(metric!.label).fill("A");
    await labelled(moves!.label).fill("B");
    await labelled(baseline!.label).click();
    await page.getByRole("option", { name: baseline!.options[0], exact: true }).click();
    await fill.click();
    const question = page.getByRole("dialog", { name: t("prompts.use.replaceTitle") });
    await expect(question.getByText(t("prompts.use.replaceText"))).toBeVisible();
    await question.getByRole("button", { name: t("prompts.use.replace"), exact: true }).click();
    await chat.ready();
    await expect(chat.input).not.toHaveValue(/华北/);
  });

  test("shows ten system roles, by kind and by word, and gives their text", async ({
    page,
    t,
    makePerson,
    signIn,
    productLocale,
    baseURL,
  }) => {
    const token = await signIn(await makePerson());
    const square = new PromptsPage(page, t);
    await square.open("&tab=roles");
    const { name, content } = shippedText("role.translator", productLocale)!;
    await square.openCard(name);
    await expect(square.drawer.getByText(content.split("\n")[0]!)).toBeVisible();
    await expect(square.drawer.getByRole("button", { name: t("prompts.use.role") })).toBeVisible();
    const id = new URL(page.url()).searchParams.get("prompt");
    const used = await page.request.post(`/api/prompts/${id}/use`, {
      data: {},
      headers: { authorization: token, origin: baseURL ?? "" },
    });
    expect(((await used.json()) as { data: { role: unknown } }).data.role).toEqual({ promptId: id, name, content });
    await square.close();
    const people = productLocale === "zh_CN" ? "人力与服务" : "People and service";
    await page.getByRole("button", { name: people, exact: true }).click();
    await expect(square.card(shippedText("role.coach", productLocale)!.name)).toBeVisible();
    await expect(square.card(name)).toHaveCount(0);
    await page.reload();
    await square.ready();
    await expect(square.card(name)).toHaveCount(0);
    await square.search.fill("zzz-nothing");
    await expect(page.getByText(t("prompts.empty.found.title"))).toBeVisible();
    await page.getByRole("button", { name: t("prompts.empty.found.clear") }).click();
    await expect(square.card(name)).toBeVisible();
  });

  test("keeps own prompts in versions, which are compared, restored, deleted and taken back", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const square = new PromptsPage(page, t);
    const name = unique("周会邀请");
    await square.open();
    await page.getByRole("button", { name: t("prompts.create"), exact: true }).click();
    await square.save();
    await expect(square.drawer.getByText(t("validation.required"))).toHaveCount(2);
    await square.field("name").fill(name);
    await square.field("content").fill("邀请{{人}}参加{{会}}");
    const { drawer } = square;
    await drawer.getByLabel(t("prompts.form.kindOf", { name: "会" })).click();
    await page.getByRole("option", { name: t("prompts.form.kinds.choice") }).click();
    await drawer.getByLabel(t("prompts.form.optionsOf", { name: "会" })).fill("周会");
    await square.save();
    await expect(drawer.getByText(t("validation.twoOptions"))).toBeVisible();
    await drawer.getByLabel(t("prompts.form.optionsOf", { name: "会" })).fill("周会\n月会");
    await drawer.getByLabel(t("prompts.form.requiredOf", { name: "人" })).click();
    expect(await findings(page)).toEqual([]);
    await square.save();
    await expect(drawer.getByRole("heading", { name, exact: true })).toBeVisible();

    await drawer.getByRole("button", { name: t("prompts.drawer.edit"), exact: true }).click();
    await square.field("content").fill("请{{人}}务必参加{{会}}");
    await square.field("note").fill("语气更强");
    await square.save();
    await expect(drawer.getByRole("heading", { name, exact: true })).toBeVisible();
    await square.part("versions");
    const versions = drawer.getByRole("list", { name: t("prompts.versions.list") });
    await expect(versions.getByRole("listitem")).toHaveCount(2);
    await expect(versions).toContainText("语气更强");
    await drawer.getByRole("button", { name: t("prompts.versions.compareOf", { version: 1 }) }).click();
    await expect(drawer.locator("ins")).not.toHaveCount(0);
    await drawer.getByRole("button", { name: t("prompts.versions.rollBackOf", { version: 1 }) }).click();
    await page
      .getByRole("dialog", { name: t("prompts.versions.rollBackTitle", { version: 1 }) })
      .getByRole("button", { name: t("prompts.versions.rollBack"), exact: true })
      .click();
    await expect(versions.getByRole("listitem")).toHaveCount(3);
    await square.part("text");
    await expect(drawer.getByRole("tabpanel")).toContainText("邀请");

    await square.command("delete");
    await expect(drawer).toHaveCount(0);
    await expect(page.getByText(t("prompts.drawer.deleted", { name }))).toBeVisible();
    await expect(square.card(name)).toHaveCount(0);
    await page.getByRole("button", { name: t("common.action.undo"), exact: true }).click();
    await expect(square.card(name)).toBeVisible();
  });
});
