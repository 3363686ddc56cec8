import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { letters } from "../../../lib/parsing/worker/pdf/letters";

/** Uploads the files, waits until all can be asked, and opens a conversation about them. Answers its id. */
export async function converse(
  page: Page,
  token: string,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<string> {
  const headers = { authorization: token };
  const documentIds: string[] = [];
  for (const { name, bytes } of files) {
    const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
    const { data, message } = await (
      await page.request.post("/api/documents", { headers, multipart: { file } })
    ).json();
    expect(data?.id, message).toBeTruthy();
    documentIds.push(data.id);
  }
  for (const id of documentIds) {
    const state = async () =>
      (await (await page.request.get(`/api/documents/${id}`, { headers })).json()).data.parse?.status;
    await expect.poll(state, { timeout: 60_000 }).toBe("ready");
  }
  const asked = await page.request.post("/api/documents/chats", {
    headers: { ...headers, "idempotency-key": randomUUID() },
    data: { documentIds },
  });
  return (await asked.json()).data.id;
}

/** The words the reader marks for a citation, without white space, and whether their beginning can be seen in its frame. */
export async function markedInView(page: Page, id: string): Promise<{ words: string; isInView: boolean }> {
  const seen = await page.evaluate((wanted) => {
    const marks = [...document.querySelectorAll<HTMLElement>(`mark[data-citation="${wanted}"]`)];
    const frame = marks[0]?.closest("[data-reader-frame]")?.getBoundingClientRect();
    const first = marks[0]?.getBoundingClientRect();
    const words = marks.map((mark) => mark.dataset.text ?? mark.textContent).join("");
    const isInView = Boolean(
      frame &&
        first &&
        first.height > 0 &&
        first.top >= frame.top &&
        first.bottom <= frame.bottom &&
        first.left >= frame.left,
    );
    return { words: words.replace(/\s+/g, ""), isInView };
  }, id);
  // A browser's pdf names some characters by radicals of the same look; so do the words the page itself is drawn with.
  return { ...seen, words: letters(seen.words) };
}
