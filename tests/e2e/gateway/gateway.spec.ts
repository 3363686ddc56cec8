import { GatewayPage } from "../../pages/gateway-page";
import { expect, inBothLanguages, test, type tokenOf } from "../../setup/e2e";

const modelPort = Number(process.env.E2E_PORT ?? 3900) + 1;
const address = `http://127.0.0.1:${modelPort}/v1`;
const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;
const KEY = "sk-canary-gateway-1234abcd";

/** A model of a supplier of its own, through the same calls the screen makes; answers ids and the token's headers. */
async function makeModel(request: Parameters<typeof tokenOf>[0], token: string, upstreamModel: string) {
  const headers = { authorization: token };
  const post = async (path: string, data: unknown) =>
    (await (await request.post(`/api/admin/gateway/${path}`, { headers, data })).json()).data;
  const supplier = unique("supplier");
  const { id: supplierId } = await post("suppliers", {
    name: supplier,
    template: "openai-compatible",
    baseUrl: address,
    keys: [{ secret: KEY }],
  });
  const name = unique("model");
  const { ids } = await post(`suppliers/${supplierId}/models`, { models: [{ upstreamModel, type: "chat" }] });
  await request.patch(`/api/admin/model/models/${ids[0]}`, { headers, data: { name, upstreamModel } });
  return { name, id: ids[0] as string, supplier, supplierId: supplierId as string, headers };
}

inBothLanguages("supplier gateway", () => {
  test("a supplier is set up on one screen; a second key is refused, added, and rotated", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new GatewayPage(page, t);
    const name = unique("supplier");
    await screen.open();
    await screen.connect({ name, address, keys: [KEY], models: ["fake-told"] });
    const row = screen.row(name);
    await expect(row).toContainText(address);

    await row.getByRole("button", { name: t("gateway.supplier.keysOf", { name, count: 1 }) }).click();
    await screen.button(t("gateway.key.add"), screen.drawer).click();
    await screen.drawer.getByLabel(t("gateway.key.form.name")).fill("night");
    await screen.drawer.getByLabel(t("gateway.key.form.secret")).first().fill("wrong-key");
    await screen.save();
    await expect(screen.drawer.getByRole("alert")).toContainText("Incorrect API key provided: ***");
    await screen.drawer.getByLabel(t("gateway.key.form.secret")).first().fill("good-key-00001111");
    await screen.save();
    await expect(screen.drawer.getByText("••••1111")).toBeVisible();

    await screen.button(t("gateway.key.rotateOf", { name: "night" }), screen.drawer).click();
    await screen.drawer.getByLabel(t("gateway.key.form.newSecret")).first().fill("good-key-00002222");
    await screen.save();
    await expect(screen.drawer.getByText("••••2222")).toBeVisible();
    await expect(screen.drawer.getByText("••••1111")).toHaveCount(0);
    await expect(page.locator("body")).not.toContainText("good-key");
    await page.keyboard.press("Escape");
    await expect(row.getByRole("button", { name: t("gateway.supplier.keysOf", { name, count: 2 }) })).toBeVisible();
  });

  test("a spare channel takes over, the log tells both tries, and the same question goes to another model", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const broken = await makeModel(page.request, token, "fake-500");
    const spare = await makeModel(page.request, token, "fake-echo");
    const screen = new GatewayPage(page, t);
    await screen.open("?tab=channels");
    await page.getByRole("searchbox").fill(broken.name);
    await screen.button(t("gateway.channel.addTo", { name: broken.name })).click();
    await screen.drawer.getByRole("combobox").click();
    await page.getByRole("option", { name: spare.supplier }).click();
    await screen.drawer.getByLabel(t("gateway.channel.form.upstream")).fill("fake-echo");
    await screen.save();
    await expect(screen.drawer).toHaveCount(0);
    const card = screen.card(broken.name);
    await expect(card).toContainText(spare.supplier);

    // What the spare is for: content is kept from here on, a key asks, and the answer comes all the same.
    await screen.tab("log");
    await screen.button(t("gateway.log.settings")).click();
    await screen.drawer.getByRole("radio", { name: t("gateway.settings.level.full.name") }).click();
    await screen.save();
    await expect(screen.drawer).toHaveCount(0);
    const key = await page.request.post("/api/admin/open/keys", {
      headers: broken.headers,
      data: { name: unique("key") },
    });
    const { secret } = (await key.json()).data;
    const answer = await page.request.post("/api/v1/chat/completions", {
      headers: { authorization: `Bearer ${secret}` },
      data: { model: broken.name, messages: [{ role: "user", content: "who answers" }] },
    });
    expect((await answer.json()).choices[0].message.content).toBe("Echo: who answers");

    await screen.open(`?tab=log&model=${broken.id}`);
    const line = screen.row(broken.name).first();
    await expect(line).toContainText(t("gateway.log.tries", { count: 2 }));
    await line.getByRole("button").click();
    await expect(screen.drawer).toContainText(`${broken.supplier} · fake-500`);
    await expect(screen.drawer).toContainText(`${spare.supplier} · fake-echo`);
    await expect(screen.drawer).not.toContainText("who answers");
    await screen.button(t("gateway.log.content.open"), screen.drawer).click();
    await expect(screen.drawer).toContainText("Echo: who answers");
    await screen.pick(t("gateway.log.replay.model"), spare.name);
    await screen.button(t("gateway.log.replay.send"), screen.drawer).click();
    await expect(screen.drawer.getByText(t("gateway.log.replay.now", { model: spare.name }))).toBeVisible();
    await expect(screen.drawer.getByText("Echo: who answers", { exact: true })).toHaveCount(3);
  });

  test("channels are put in order by buttons, and a dry run says why", async ({ page, t, makePerson, signIn }) => {
    const person = await makePerson({ roleKeys: ["administrator"] });
    const token = await signIn(person);
    const model = await makeModel(page.request, token, "fake-echo");
    const other = await makeModel(page.request, token, "fake-echo");
    await page.request.post(`/api/admin/gateway/models/${model.id}/channels`, {
      headers: model.headers,
      data: { supplierId: other.supplierId, upstreamModel: "fake-markdown", weight: 3 },
    });
    const screen = new GatewayPage(page, t);
    await screen.open(`?tab=channels&q=${encodeURIComponent(model.name)}`);
    const card = screen.card(model.name);
    const up = screen.button(t("gateway.channel.up", { name: `${other.supplier} · fake-markdown` }), card);
    await up.click();
    await expect(card).toContainText(t("gateway.channel.share", { share: "75%", weight: 3 }));
    await up.click();
    await expect(up).toBeDisabled();
    await expect(card.getByRole("listitem").filter({ hasText: other.supplier }).first()).toBeVisible();

    await screen.button(t("gateway.channel.dryRunOf", { name: model.name }), card).click();
    await screen.pick(t("gateway.dryRun.kind.user"), person.account);
    await screen.button(t("gateway.dryRun.run"), screen.drawer).click();
    const channels = screen.drawer.getByRole("region", { name: t("gateway.dryRun.result") }).getByRole("listitem");
    await expect(channels.nth(0)).toContainText(other.supplier);
    await expect(channels.nth(0)).toContainText(t("gateway.dryRun.verdict.first"));
    await expect(channels.nth(1)).toContainText(model.supplier);
    await expect(channels.nth(1)).toContainText(t("gateway.dryRun.verdict.next"));
    await expect(screen.drawer).toContainText(t("gateway.dryRun.allowed"));
  });

  test("a price holds from today, and a budget shows what is spent of it", async ({ page, t, makePerson, signIn }) => {
    const person = await makePerson({ roleKeys: ["administrator"] });
    const token = await signIn(person);
    const model = await makeModel(page.request, token, "fake-echo");
    const screen = new GatewayPage(page, t);
    await screen.open(`?tab=prices&q=${encodeURIComponent(model.name)}`);
    await screen.button(model.name).click();
    const input = screen.drawer.getByLabel(t("models-list.prices.charge.inputPerMillion"), { exact: true });
    await input.fill("1.0000001");
    await screen.button(t("gateway.price.form.add"), screen.drawer).click();
    await expect(screen.drawer).toContainText(t("validation.money"));
    await input.fill("1000.000001");
    await screen.button(t("gateway.price.form.add"), screen.drawer).click();
    await expect(screen.drawer.getByText(t("gateway.price.state.now"), { exact: true })).toBeVisible();
    // A second one for the same day overlaps.
    await input.fill("2");
    await screen.button(t("gateway.price.form.add"), screen.drawer).click();
    await expect(screen.drawer.getByRole("alert")).toContainText(t("errors.priceOverlap"));
    await page.keyboard.press("Escape");
    await expect(screen.row(model.name)).toContainText("1,000.000001");

    await screen.tab("budgets");
    // While there is no budget at all, the empty list offers the same.
    await page
      .locator("header")
      .getByRole("button", { name: t("gateway.add.budgets") })
      .click();
    await screen.pick(t("gateway.budget.subject.user"), person.account);
    await screen.drawer.getByLabel(t("gateway.budget.form.amount")).fill("5.5");
    await screen.save();
    await expect(screen.drawer).toHaveCount(0);
    await page.getByRole("searchbox").fill(person.account);
    const row = screen.row(person.account);
    await expect(row).toContainText("5.50");
    await expect(row).toContainText("0%");
    await page.request.post(`/api/admin/model/models/${model.id}/test`, { headers: model.headers, data: {} });
    await page.reload();
    await expect(row).not.toContainText(/[^\d.]0%/);
    const toggle = row.getByRole("switch");
    await toggle.click();
    await expect(toggle).not.toBeChecked();
  });
});

test("whoever does not hold the code meets no such page", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson());
  await page.goto("/system/gateway/model-supplier");
  await expect(page.getByRole("heading", { name: t("common.notFound.title") })).toBeVisible();
});
