import type { APIRequestContext } from "@playwright/test";
import { KnowledgeChatPage } from "../../pages/knowledge-chat-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const LEASE = "The lease of the depot ends on 31 March 2027.";
const VISA = "Who pays the visa of a business trip: the company pays the visa of every business trip abroad.";
const QUESTIONS = ["Who pays the visa of a business trip?", "Who pays the visa of a business trip abroad?"];

/** The person's questions are answered by the model that cites, also when they are asked again for them. */
async function answerBy(request: APIRequestContext, token: string, name: string): Promise<void> {
  const headers = { authorization: token };
  const { data: models } = await (await request.get("/api/knowledge/models", { headers })).json();
  const model = models.chat.find((one: { name: string }) => one.name.includes(name));
  const { data: config } = await (await request.get("/api/knowledge/chat-config", { headers })).json();
  const changed = await request.put("/api/knowledge/chat-config", { headers, data: { ...config, modelId: model.id } });
  expect(changed.status()).toBe(200);
}

inBothLanguages("gaps of a base", () => {
  test("questions without an answer become a gap that is assigned, closed, verified and told of", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const [owner, asker] = [await makePerson(), await makePerson()];
    const name = `Depot rules of ${owner.account}`;
    const ownerToken = await signIn(owner);
    const base = new KnowledgeChatPage(page, t, ownerToken);
    await base.makeBase(name, "lease.md", LEASE, { visibility: "all" });
    const headers = { authorization: ownerToken };
    const { data } = await (await page.request.get("/api/knowledge/bases?mine=true", { headers })).json();
    const baseId = data.items.find((one: { name: string }) => one.name === name).id as string;

    const askerToken = await signIn(asker);
    await answerBy(page.request, askerToken, "fake-reader");
    const chat = new KnowledgeChatPage(page, t, askerToken);
    for (const question of QUESTIONS) {
      await page.goto("/knowledge-center/main");
      await chat.choose(name);
      await chat.ask(question);
      await chat.answered();
    }

    await signIn(owner);
    const g = (key: string, args?: Record<string, string | number>) => t(`knowledge-operations-gaps.${key}`, args);
    await page.goto(`/knowledge-center/gap-board?id=${baseId}`);
    await expect(page.getByText(g("empty.title", { days: 30 }))).toBeVisible();
    await page.getByRole("button", { name: g("found.now") }).click();
    const open = page.getByRole("region", { name: g("state.open"), exact: true });
    // Nobody let the owner read the words: the gap counts and keeps silent.
    const card = open.getByRole("button", { name: g("untitled", { count: 2 }) });
    await expect(card).toBeVisible({ timeout: 20_000 });
    expect(await findings(page)).toEqual([]);
    await card.focus();
    await page.keyboard.press("a");
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: g("assign.owner") }).fill(owner.account);
    await page.getByRole("option").first().click();
    await form.getByRole("button", { name: g("assign.save"), exact: true }).click();
    await expect(form).toHaveCount(0);
    const assigned = page.getByRole("region", { name: g("state.assigned"), exact: true });
    await assigned.getByRole("button", { name: g("untitled", { count: 2 }) }).click();
    const panel = page.getByRole("complementary", { name: g("panel.label") });
    await expect(panel.getByText(g("panel.hidden"))).toHaveCount(2);

    const at = `/api/knowledge/bases/${baseId}/files`;
    const files = { name: "visa.md", mimeType: "text/markdown", buffer: Buffer.from(`${VISA}\n`) };
    expect((await page.request.post(at, { headers, multipart: { files } })).status()).toBe(200);
    await expect
      .poll(async () => {
        const listed = await (await page.request.get(at, { headers })).json();
        return listed.data.items.map(({ status }: { status: string }) => status);
      })
      .toEqual(["ready", "ready"]);
    await panel.getByRole("button", { name: g("action.fix") }).click();
    await expect(panel.getByText(g("panel.passed", { passed: 2, total: 2 }))).toBeVisible({ timeout: 30_000 });
    await expect(panel.getByText(g("stateLong.verified"), { exact: true })).toBeVisible({ timeout: 20_000 });
    expect(await findings(page)).toEqual([]);

    await signIn(asker);
    await page.goto("/knowledge-center/main");
    await page.getByRole("button", { name: t("nav.notifications.openUnread", { count: 1 }) }).click();
    await page.getByText(t("notices.gapVerified.body", { count: 2 })).click();
    await expect(page).toHaveURL(/knowledge-qa\?session=.*&message=/);
  });
});
