import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";
import type { TestFile } from "./documents-page";
import { ReadingPage } from "./reading-page";

/** Personal chat with files in its questions. */
export class ChatFilesPage extends ReadingPage {
  /** Of the unsent question. */
  readonly attached: Locator;
  /** Of sent questions. */
  readonly sent: Locator;

  constructor(page: Page, t: Texts) {
    super(page, t);
    this.attached = page.getByRole("region", { name: t("chat.files.heading"), exact: true }).getByRole("listitem");
    this.sent = page.getByRole("list", { name: t("chat.files.sent"), exact: true });
  }

  async choose(...files: TestFile[]): Promise<void> {
    await this.page.locator('input[type="file"][multiple]').setInputFiles(files);
  }

  file(name: string): Locator {
    return this.attached.filter({ hasText: name });
  }

  /** Waits until nothing holds the question back. */
  async allReady(count: number): Promise<void> {
    const status = this.t("chat.files.status", { ready: count, count });
    await expect(this.page.getByText(status)).toBeAttached({ timeout: 60_000 });
  }

  async remove(name: string): Promise<void> {
    await this.page.getByRole("button", { name: this.t("chat.files.remove", { name }) }).click();
  }

  /** Drops a file onto the page, or pastes it, as the system would. */
  async give(how: "drop" | "paste", { name, mimeType, buffer }: TestFile, onto: Locator): Promise<void> {
    await onto.evaluate(
      (element, given) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(given.bytes)], given.name, { type: given.mimeType }));
        const init = { bubbles: true, cancelable: true };
        if (given.how === "paste") {
          element.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData: data }));
          return;
        }
        for (const kind of ["dragenter", "dragover", "drop"])
          element.dispatchEvent(new DragEvent(kind, { ...init, dataTransfer: data }));
      },
      { how, name, mimeType, bytes: [...buffer] },
    );
  }
}
