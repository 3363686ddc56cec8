import { ChatPage } from "../../pages/chat-page";
import { launchOptions } from "../../setup/browser";
import { expect, inBothLanguages, test } from "../../setup/e2e";

test.use({ launchOptions: await launchOptions({ isWhole: true }) });

inBothLanguages("a dictated question", () => {
  test("goes into the composer", async ({ page, context, t, makePerson, signIn }) => {
    await context.grantPermissions(["microphone"]);
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.input.fill("Please:");
    await page.getByRole("button", { name: t("chat.voice.start") }).click();
    const stop = page.getByRole("button", { name: t("chat.voice.stop") });
    await expect(stop).toBeVisible();
    // A recording has its first piece after a second.
    await expect(page.getByText("0:01")).toBeVisible();
    const written = page.waitForResponse((response) => response.url().includes("/api/chat/transcription"));
    await stop.click();
    expect((await written).status()).toBe(200);
    await expect(chat.input).toHaveValue("Please:\nWhat did the board decide?");
    await expect(page.getByRole("button", { name: t("chat.voice.start") })).toBeEnabled();
  });

  test("is told when the person, the browser or its settings forbid it", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    const start = page.getByRole("button", { name: t("chat.voice.start") });
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
      navigator.permissions.query = () => Promise.resolve({ state: "prompt" } as PermissionStatus);
    });
    await start.click();
    await expect(page.getByText(t("chat.voice.denied"))).toBeVisible();
    await page.evaluate(() => {
      navigator.permissions.query = () => Promise.resolve({ state: "denied" } as PermissionStatus);
    });
    await start.click();
    await expect(page.getByText(t("chat.voice.enable"))).toBeVisible();
    await page.evaluate(() => Reflect.deleteProperty(window, "MediaRecorder"));
    await start.click();
    await expect(page.getByText(t("chat.voice.unsupported"))).toBeVisible();
  });
});
