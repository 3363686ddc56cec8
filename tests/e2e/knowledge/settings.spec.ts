import type { RecallDto } from "../../../lib/features/knowledge/dto";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const BOOK = [
  "Alpha opens the yard at dawn.",
  "Bravo counts the lorries at the gate.",
  "Charlie paints the harbour lanterns red.",
  "Delta waters the northern garden.",
  "Echo sweeps the long corridor.",
  "Foxtrot mends harbour ropes in winter.",
  "Golf locks the yard at night.",
];
const CUT = { mode: "separator", maxTokens: 60, overlap: 0, separators: [{ text: "---" }] };
const READ_MS = 60_000;

inBothLanguages("settings of a base", () => {
  test("a distance of 1 on 2 slices shows 6 before it is saved, and 6 answer after it", async ({
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
    const isReady = async () => (await call("get", `files/${file.id}`)).status;
    await expect.poll(isReady, { timeout: READ_MS }).toBe("ready");
    const recall = async () =>
      (await call("post", "recall", { baseIds: [id], query: "Who works at the harbour?" })).hits;

    await page.goto(`/knowledge-center/kb-config-information/kb-set?id=${id}`);
    const look = (which: "saved" | "draft") =>
      page.getByRole("region", { name: t(`knowledge-settings.look.${which}`), exact: true });
    await page.getByRole("textbox", { name: t("knowledge-settings.look.question") }).fill("Who works at the harbour?");
    await page.keyboard.press("Enter");
    await expect(look("saved")).toContainText("Charlie paints");
    await expect(look("draft")).toHaveCount(0);
    const distance = page.getByRole("spinbutton", { name: t("knowledge-settings.field.distance.label") });
    await distance.fill("11");
    await page.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect(page.getByText(t("validation.range"))).toBeVisible();
    await distance.fill("1");
    await page.getByRole("spinbutton", { name: t("knowledge-settings.field.selectedCount.label") }).fill("2");
    await expect(look("draft")).toContainText(
      t("knowledge-settings.look.counts", { selected: 2, besides: 4, total: 6 }),
    );
    await expect(look("draft")).toContainText("Golf locks");
    await expect(look("saved")).toContainText(
      t("knowledge-settings.look.counts", { selected: 5, besides: 0, total: 5 }),
    );
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect(look("draft")).toHaveCount(0);
    await expect(look("saved")).toContainText(
      t("knowledge-settings.look.counts", { selected: 2, besides: 4, total: 6 }),
    );
    expect(await recall()).toHaveLength(6);

    const label = t("knowledge-settings.field.distance.label");
    await page.getByRole("button", { name: t("knowledge-settings.toCenterNamed", { name: label }) }).click();
    await expect(distance).toHaveValue("0");
    // What is not saved is asked about.
    await page.getByRole("link", { name: t("screens.knowledgeCenterVisibility") }).click();
    await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toContainText(
      t("knowledge-settings.leave.title"),
    );
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t("knowledge-settings.allToCenter") }).click();
    await page.getByRole("button", { name: t("common.action.save"), exact: true }).click();
    await expect
      .poll(async () => (await recall()).filter((hit: RecallDto["hits"][number]) => hit.neighbourOf))
      .toEqual([]);
  });
});
