import { createReadStream } from "node:fs";
import { v7 } from "uuid";
import { unzip } from "../../factories/unzip";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

const PAGE = "/system/system-manage/login-channel";
const CLIENT_ID = "0b7c1c2e-1111-4222-8333-944455556666";
const HOME = "https://ai.company.example/";

// The card is that of one unfinished guide: a channel of another test would take its place.
inBothLanguages("the admin guide", () => {
  let channels: Awaited<ReturnType<typeof openLoginChannels>>;
  test.beforeAll(async () => {
    channels = await openLoginChannels();
  });
  test.afterAll(() => channels.close());

  test("leads through the other side once: values, ticks that stay, the package, the end", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const g = (key: string, args?: Record<string, string | number>) => t(`login-guide.${key}`, args);
    const name = `Entra ${v7().slice(-6)}`;
    const id = await channels.make({
      kind: "entra",
      name,
      settings: { tenantId: `t-${v7()}` },
      app: {
        appId: CLIENT_ID,
        appIdUri: `api://ai.company.example/${CLIENT_ID}`,
        homeUrl: HOME,
        appName: "AI",
        intro: "AI",
      },
    });
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(PAGE);
    const card = page.getByRole("region", { name: g("card.title", { name }) });
    await expect(card).toBeVisible();
    await card.getByRole("button", { name: g("card.open") }).click();
    await expect(page).toHaveURL(new RegExp(`guide=${id}`));
    const drawer = page.getByRole("dialog", { name: g("title") });
    await expect(drawer.getByText(`/api/public/login/${id}/callback`)).toBeVisible();
    await expect(drawer.getByText("1fec8e78-bce4-4aaf-ab1b-b5451cc387264")).toBeVisible();
    await expect(drawer.getByRole("link", { name: g("open") })).toHaveAttribute("href", /adminconsent\?client_id=/);
    const tick = (step: string) => drawer.getByRole("checkbox", { name: g("tick", { step: g(`step.${step}.title`) }) });
    const answered = page.waitForResponse((response) => response.request().method() === "PUT");
    await tick("scope").click();
    expect((await answered).status()).toBe(200);
    await expect(tick("scope")).toBeChecked();
    expect(await findings(page)).toEqual([]);

    const downloading = page.waitForEvent("download");
    await drawer.getByRole("button", { name: g("download") }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(await (await downloading).path())) chunks.push(chunk as Buffer);
    const files = unzip(Buffer.concat(chunks));
    expect([...files.keys()]).toEqual(["manifest.json", "color.png", "outline.png"]);
    expect(JSON.parse(files.get("manifest.json") ?? "")).toMatchObject({
      id: CLIENT_ID,
      staticTabs: [{ contentUrl: HOME }],
    });

    await page.reload();
    await expect(tick("scope")).toBeChecked();
    await expect(tick("register")).not.toBeChecked();
    await drawer.getByRole("button", { name: g("finish") }).click();
    await expect(drawer.getByRole("status").filter({ hasText: /\d/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(card).toHaveCount(0);
  });

  test("names what the package still lacks", async ({ page, t, makePerson, signIn }) => {
    const g = (key: string) => t(`login-guide.${key}`);
    const id = await channels.make({
      kind: "entra",
      name: `Entra ${v7().slice(-6)}`,
      settings: { tenantId: `t-${v7()}` },
    });
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto(`${PAGE}?guide=${id}`);
    const drawer = page.getByRole("dialog", { name: g("title") });
    for (const field of ["appName", "homeUrl", "appId", "appIdUri"]) {
      await expect(drawer.getByText(g(`field.${field}`))).toBeVisible();
    }
    await expect(drawer.getByRole("button", { name: g("download") })).toHaveCount(0);
    await expect(drawer.getByText(g("missingValue")).first()).toBeVisible();
  });
});
