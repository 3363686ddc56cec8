import { findings } from "../../setup/accessibility";
import { ADMIN, expect, test, tokenOf } from "../../setup/e2e";

const modelPort = Number(process.env.E2E_PORT ?? 3900) + 1;
const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;

/** An image model that administrators alone may use: others' tools are as they were. */
async function connectPainter(request: Parameters<typeof tokenOf>[0], baseURL: string) {
  const headers = { authorization: await tokenOf(request, ADMIN, baseURL) };
  const post = async (path: string, data: unknown) =>
    (await (await request.post(`/api/admin/gateway/${path}`, { headers, data })).json()).data;
  const { id } = await post("suppliers", {
    name: unique("supplier"),
    template: "openai-compatible",
    baseUrl: `http://127.0.0.1:${modelPort}/v1`,
    keys: [{ secret: "sk-canary-drawing-1234abcd" }],
  });
  const upstreamModel = "fake-gpt-image";
  const { ids } = await post(`suppliers/${id}/models`, { models: [{ upstreamModel, type: "image" }] });
  const data = { name: unique("painter"), upstreamModel, visibility: "partial", roleIds: [], departmentIds: [] };
  const changed = await request.patch(`/api/admin/model/models/${ids[0]}`, { headers, data });
  expect(changed.status()).toBe(200);
}

test("a picture is drawn, repainted where it is marked, and its settings are used again", async ({
  page,
  t,
  browser,
  playwright,
  baseURL,
  productLocale,
  makePerson,
  signIn,
}) => {
  const person = await makePerson({ roleKeys: ["administrator"] });
  const admin = await playwright.request.newContext({ baseURL });
  await connectPainter(admin, baseURL ?? "");
  await admin.dispose();
  await signIn(person);
  await page.goto("/personal/draft");
  const options = page.getByRole("complementary", { name: t("drawing.options") });
  const prompt = options.getByRole("textbox", { name: t("drawing.prompt.label") });
  await prompt.fill("hills at dawn");
  await options.getByRole("button", { name: t("drawing.size.horizontal") }).click();
  await options.getByRole("radio", { name: t("drawing.quality.hd") }).click();
  await options.getByRole("button", { name: t("drawing.draw", { count: 1 }) }).click();

  const canvas = page.getByRole("region", { name: t("drawing.views.canvas") });
  const stage = canvas.getByRole("img", { name: "hills at dawn" });
  await expect(stage).toBeVisible({ timeout: 30_000 });
  expect(await findings(page)).toEqual([]);

  // A stroke of the mouse over the picture.
  await page.getByRole("button", { name: t("drawing.tools.brush"), exact: true }).click();
  const box = (await page.locator("canvas[data-mask]").boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.6, { steps: 8 });
  await page.mouse.up();
  const instruction = page.getByRole("textbox", { name: t("drawing.instruction.label") });
  await instruction.fill("a lake");
  await page.getByRole("button", { name: t("drawing.repaint", { count: 1 }) }).click();
  await expect(canvas.getByRole("img", { name: "a lake" })).toBeVisible({ timeout: 30_000 });

  const versions = page.getByRole("region", { name: t("drawing.tree.title") }).filter({ visible: true });
  await expect(versions).toContainText("v2");
  await page.getByRole("button", { name: t("drawing.tools.compareWith", { name: "v1" }) }).click();
  await expect(page.getByRole("slider", { name: t("drawing.stage.slider") })).toBeVisible();

  await prompt.fill("something else");
  await options.getByRole("button", { name: t("drawing.size.square") }).click();
  const first = t("drawing.tree.picture", { name: "v1", n: 1, prompt: "hills at dawn" });
  await versions.getByRole("button", { name: first }).click();
  await page.getByRole("button", { name: t("drawing.record.use") }).click();
  await expect(prompt).toHaveValue("hills at dawn");
  await expect(options.getByRole("button", { name: t("drawing.size.horizontal") })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await page.reload();
  await expect(stage).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: t("drawing.action.download") }).click();
  await page.getByRole("menuitem", { name: "WebP" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^picture-.*\.webp$/);

  // A colleague sees it by its link until that is taken back.
  await page.getByRole("button", { name: t("drawing.share.title"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: t("drawing.share.title") });
  await dialog.getByRole("button", { name: t("sharing.create") }).click();
  const address = await dialog.getByRole("textbox", { name: t("sharing.address") }).inputValue();
  const context = await browser.newContext({ baseURL, locale: productLocale.replace("_", "-") });
  await context.addCookies([{ name: "current-locale", value: productLocale, url: baseURL ?? "" }]);
  const reader = await context.newPage();
  await signIn(await makePerson(), reader);
  await reader.goto(address);
  const shared = reader.getByRole("img", { name: "hills at dawn" });
  await expect(shared).toBeVisible();
  expect(await shared.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBeGreaterThan(
    0,
  );
  await expect(reader.getByText(person.name).first()).toBeVisible();
  await dialog.getByRole("button", { name: t("sharing.revoke") }).click();
  await expect(dialog.getByText(t("sharing.none"))).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole("img", { name: "hills at dawn" })).toHaveCount(0);
  await context.close();
});
