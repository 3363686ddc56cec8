import { expect, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";
import { ReadingPage } from "./reading-page";

/** Conversations with knowledge bases; bases are made by call. */
export class KnowledgeChatPage extends ReadingPage {
  constructor(
    page: Page,
    t: Texts,
    private readonly token: string,
  ) {
    super(page, t);
  }

  /** A base of one file that can be found. */
  async makeBase(name: string, file: string, text: string | Uint8Array, more: object = {}): Promise<void> {
    const { request } = this.page;
    const headers = { authorization: this.token };
    const made = await request.post("/api/knowledge/bases", { headers, data: { name, ...more } });
    const { data } = (await made.json()) as { data: { id: string } };
    const isText = typeof text === "string";
    const mimeType = isText ? "text/markdown" : "application/octet-stream";
    const files = { name: file, mimeType, buffer: Buffer.from(isText ? `${text}\n` : text) };
    const at = `/api/knowledge/bases/${data.id}/files`;
    expect((await request.post(at, { headers, multipart: { files } })).status()).toBe(200);
    await expect
      .poll(async () => {
        const listed = (await (await request.get(at, { headers })).json()) as { data: { items: { status: string }[] } };
        return listed.data.items.map(({ status }) => status);
      })
      .toEqual(["ready"]);
  }

  /** Takes in bases by their cards on the start page. */
  async choose(...names: string[]): Promise<void> {
    const cards = this.page.getByRole("region", { name: this.t("knowledge-chat.start.bases"), exact: true });
    for (const name of names) await cards.getByRole("button", { name, exact: true }).click();
  }
}
