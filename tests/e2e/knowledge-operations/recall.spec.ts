import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const BOOK = [
  "Alpha opens the yard at dawn.",
  "Bravo counts the lorries at the gate.",
  "Charlie paints the harbour lanterns red.",
  "Delta waters the northern garden.",
  "Echo sweeps the long corridor.",
  "Foxtrot mends harbour ropes in winter.",
];
const CUT = { mode: "separator", maxTokens: 60, overlap: 0, separators: [{ text: "---" }] };
const QUESTION = "Who works at the harbour?";
const READ_MS = 60_000;

inBothLanguages("the recall test", () => {
  test("a slice that was left out is traced, the change is tried, and saved", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const headers = { authorization: await signIn(await makePerson()) };
    const call = async (method: "get" | "post", path: string, data?: object) =>
      (await (await page.request[method](`/api/knowledge/${path}`, { headers, data })).json()).data;
    const { id } = await call("post", "bases", { name: "Harbour" });
    const files = { name: "book.txt", mimeType: "text/plain", buffer: Buffer.from(BOOK.join("---")) };
    const multipart = { segmentation: JSON.stringify(CUT), files };
    const [file] = (await (await page.request.post(`/api/knowledge/bases/${id}/files`, { headers, multipart })).json())
      .data.items;
    await expect.poll(async () => (await call("get", `files/${file.id}`)).status, { timeout: READ_MS }).toBe("ready");

    // Without a base there is a choice of one.
    await page.goto("/knowledge-center/recall-test");
    await page
      .getByRole("link", { name: /Harbour/ })
      .first()
      .click();
    const count = page.getByRole("spinbutton", { name: t("knowledge-settings.field.selectedCount.label") });
    await count.fill("1");
    await page.getByRole("textbox", { name: t("knowledge-operations-recall.question.label") }).fill(QUESTION);
    await page.getByRole("button", { name: t("knowledge-operations-recall.question.ask") }).click();
    const chosen = page.getByRole("list", { name: t("knowledge-operations-recall.stage.chosen") });
    await expect(chosen.getByRole("article")).toHaveCount(1);
    await expect(chosen.locator("mark").first()).toContainText(/harbour/i);
    await expect(page).toHaveURL(/q=Who/);
    expect(await findings(page)).toEqual([]);

    const left = page.getByRole("article").filter({ hasText: "harbour" }).last();
    await left.getByRole("button", { name: t("knowledge-operations-recall.slice.why") }).click();
    const panel = page.getByRole("dialog", { name: t("knowledge-operations-recall.why.title") });
    await expect(panel.getByRole("table")).toContainText(
      t("knowledge-operations-recall.why.rankOf", { rank: 2, of: 6 }),
    );
    await expect(panel).toContainText(
      t("knowledge-operations-recall.why.cut.selectedCount", { place: 2, selectedCount: 1 }),
    );
    expect(await findings(page)).toEqual([]);
    await panel
      .getByRole("button", { name: t("knowledge-operations-recall.why.try") })
      .first()
      .click();
    await expect(panel).toHaveCount(0);
    await expect(chosen.getByRole("article")).toHaveCount(2);
    await expect(count).toHaveValue("2");

    const paste = page.getByRole("textbox", { name: t("knowledge-operations-recall.paste.label") });
    await paste.fill("Zeppelins land on Tuesdays");
    await paste.press("Enter");
    await expect(panel).toContainText(t("knowledge-operations-recall.why.noSlice"));
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: t("knowledge-operations-recall.save") }).click();
    await expect(page.getByText(t("knowledge-operations-recall.asSaved"))).toBeVisible();
    expect((await call("get", `bases/${id}/retrieval`)).own).toMatchObject({ selectedCount: 2 });

    // A link with a question asks it, and a slice is opened where it stands.
    await page.reload();
    await expect(chosen.getByRole("article")).toHaveCount(2);
    await chosen
      .getByRole("link", { name: t("knowledge-operations-recall.slice.edit") })
      .first()
      .click();
    await expect(page).toHaveURL(/slice-preview/);
    await expect(page.getByRole("group").getByRole("textbox").first()).toHaveValue(/harbour/);
  });
});
