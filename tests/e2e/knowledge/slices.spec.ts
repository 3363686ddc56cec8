import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const RULES = ["hotel", "taxi", "train", "flight", "parking"]
  .map((thing) => `Rule on ${thing}: the ${thing} costs of a journey are paid back within ten days of the claim.`)
  .join("\n\n");
const CUT = { mode: "separator", maxTokens: 60, overlap: 0, separators: [{ text: "Rule on", regex: true }] };
const READ_MS = 60_000;

inBothLanguages("slices of a file", () => {
  test("an edit and a switched-off slice survive another cut", async ({ page, t, makePerson, signIn }) => {
    const token = await signIn(await makePerson());
    const headers = { authorization: token };
    const call = async (method: "get" | "post", path: string, data?: object) =>
      (await (await page.request[method](`/api/knowledge/${path}`, { headers, data })).json()).data;
    const { id: baseId } = await call("post", "bases", { name: "Travel rules" });
    const upload = await page.request.post(`/api/knowledge/bases/${baseId}/files`, {
      headers,
      multipart: {
        segmentation: JSON.stringify(CUT),
        files: { name: "rules.txt", mimeType: "text/plain", buffer: Buffer.from(RULES) },
      },
    });
    const [file] = (await upload.json()).data.items;
    const isReady = async () => (await call("get", `files/${file.id}`)).status;
    await expect.poll(isReady, { timeout: READ_MS }).toBe("ready");

    const editor = page.getByRole("group", { name: t("knowledge-slices.editor.label", { number: 2 }) });
    const row = (words: string) => page.getByRole("listitem").filter({ hasText: words });
    const edit = async (words: string) => {
      await row(words).getByRole("button").dblclick();
      await expect(page.getByRole("group", { name: /2|4/ })).toBeVisible();
    };
    await page.goto(`/knowledge-center/slice-preview/${file.id}`);
    await expect(row("Rule on")).toHaveCount(5);
    await expect(page.locator("[data-rulers] [data-bracket]")).toHaveCount(5);
    await edit("Rule on taxi");
    const text = editor.getByRole("textbox");
    await text.fill("Rule on taxi: a rickshaw counts as a taxi. It is paid back within ten days.");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(row("a rickshaw")).toContainText(t("knowledge-slices.list.hand"));
    await edit("Rule on flight");
    await page.getByRole("button", { name: t("knowledge-slices.editor.disable.action") }).click();
    await page.getByRole("textbox", { name: t("knowledge-slices.editor.disable.reason") }).fill("Outdated");
    await page
      .getByRole("button", { name: t("knowledge-slices.editor.disable.confirm"), exact: true })
      .last()
      .click();
    await expect(row("Outdated")).toContainText(t("knowledge-slices.list.disabled"));
    await edit("a rickshaw");
    // With what was done to it, and the words before.
    expect(await findings(page)).toEqual([]);
    await text.press("Home");
    for (let step = 0; step < 43; step++) await text.press("ArrowRight");
    await text.press("Alt+Enter");
    await expect(row("It is paid back")).toHaveCount(1);
    expect(await findings(page)).toEqual([]);

    await page.getByRole("link", { name: t("knowledge-slices.list.settings") }).click();
    await expect(page.locator('[data-bracket][data-side="left"]').first()).toBeVisible();
    await page.getByRole("radio", { name: t("knowledge-slices.fields.modes.single") }).check({ force: true });
    await expect(
      page.getByText(t("knowledge-slices.preview.setting.single", { maxTokens: 60, overlap: 0 })),
    ).toBeVisible();
    // Rulers that are being made anew are dimmed.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await page.getByRole("textbox", { name: t("knowledge-slices.questions.question") }).fill("Who pays for parking?");
    await page.keyboard.press("Enter");
    for (const side of ["a", "b"] as const)
      await expect(
        page
          .getByRole("region", { name: t(`knowledge-slices.questions.side.${side}`) })
          .getByRole("listitem")
          .first(),
      ).toContainText("parking");
    await expect(page.locator("[data-side='left']", { hasText: /#5.*·/s }).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: t("knowledge-slices.resegment.apply") }).click();
    await page.waitForURL(/slice-preview/);
    await expect.poll(isReady, { timeout: READ_MS }).toBe("ready");
    await expect(row("a rickshaw")).toContainText(t("knowledge-slices.list.hand"));
    await expect(row("It is paid back")).toHaveCount(1);
    await expect(row("Outdated")).toHaveCount(1);
  });
});
