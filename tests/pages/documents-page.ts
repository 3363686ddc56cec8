import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A text file of our own words. */
export const textFile = (name: string, text: string): TestFile => ({
  name,
  mimeType: name.endsWith(".md") ? "text/markdown" : "text/plain",
  buffer: Buffer.from(text),
});

/** Reading takes a while on a busy machine. */
const READ_MS = 60_000;

/** The library of documents and one opened document. */
export class DocumentsPage {
  readonly table: Locator;
  readonly uploads: Locator;
  readonly search: Locator;
  readonly overview: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.table = page.getByRole("region", { name: t("documents.title"), exact: true });
    this.uploads = page.getByRole("region", { name: t("ingestion.upload.heading"), exact: true });
    this.search = page.getByRole("searchbox", { name: t("documents.search") });
    this.overview = page.getByRole("region", { name: t("documents.overview.title"), exact: true });
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/personal/document/document-analysis${query}`);
    await this.page.getByRole("heading", { level: 1 }).waitFor();
    await expect(this.page.getByText(this.t("nav.startUp.loading"))).toBeHidden();
  }

  /** Chooses files with the picker; does not wait for them. */
  async choose(...files: TestFile[]): Promise<void> {
    await this.page.locator('input[type="file"][multiple]').first().setInputFiles(files);
  }

  upload(name: string): Locator {
    return this.uploads.getByRole("listitem").filter({ hasText: name });
  }

  row(name: string): Locator {
    return this.table.getByRole("row").filter({ hasText: name });
  }

  /** Waits until a document can be asked. */
  async ready(name: string): Promise<void> {
    await expect(this.row(name)).toContainText(this.t("documents.state.ready"), { timeout: READ_MS });
  }

  async add(...files: TestFile[]): Promise<void> {
    await this.choose(...files);
    for (const { name } of files) await this.ready(name);
  }

  async pick(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.table.getByRole("checkbox", { name: this.t("documents.pick", { name }) }).check();
    }
  }

  /** Opens a conversation about documents that are in the list. */
  async ask(...names: string[]): Promise<void> {
    await this.pick(...names);
    await this.page.getByRole("button", { name: this.t("documents.ask.several", { count: names.length }) }).click();
    await this.page.waitForURL(/comminicate\?id=/);
  }

  /** Chooses the model that reads, as the settings drawer of a conversation does. */
  async readWith(model: string): Promise<void> {
    const status = await this.page.evaluate(async (name) => {
      const models = await (await fetch("/api/chat/models")).json();
      const { data } = await (await fetch("/api/documents/config")).json();
      const body = { ...data, modelId: models.data.items.find((entry: { name: string }) => entry.name === name).id };
      const headers = { "content-type": "application/json" };
      return (await fetch("/api/documents/config", { method: "PUT", headers, body: JSON.stringify(body) })).status;
    }, model);
    expect(status).toBe(200);
  }

  async command(name: string, command: string): Promise<void> {
    await this.row(name)
      .getByRole("button", { name: this.t("documents.more", { name }) })
      .click();
    await this.page.getByRole("menuitem", { name: command }).click();
  }
}
