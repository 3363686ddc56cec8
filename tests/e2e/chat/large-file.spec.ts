import { UPLOAD_PIECE } from "../../../lib/config/constants";
import { ChatFilesPage } from "../../pages/chat-files-page";
import { expect, test } from "../../setup/e2e";

/** A picture goes to the model as it is: nobody reads what is behind its end. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const large = {
  name: "large.png",
  mimeType: "image/png",
  buffer: Buffer.concat([PNG, Buffer.alloc(UPLOAD_PIECE + 1024)]),
};

test("a large file of a question goes up in pieces, and goes on by itself when its connection is lost", async ({
  page,
  t,
  makePerson,
  signIn,
}) => {
  await signIn(await makePerson());
  const asked: string[] = [];
  await page.route("**/api/files/uploads/*", async (route) => {
    const method = route.request().method();
    asked.push(method);
    const isLost = method === "PATCH" && asked.filter((name) => name === "PATCH").length === 2;
    await (isLost ? route.abort("connectionreset") : route.continue());
  });
  const chat = new ChatFilesPage(page, t);
  await chat.open();
  await chat.choose(large);
  await chat.allReady(1);
  await expect(chat.attached).toContainText("large.png");
  expect(asked).toEqual(["PATCH", "PATCH", "HEAD", "PATCH"]);
});
