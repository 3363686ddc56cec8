import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";
import { ChatPage } from "./chat-page";

/** A conversation about documents, with the reader beside it. */
export class ReadingPage extends ChatPage {
  override readonly sessions: Locator;
  readonly documents: Locator;
  readonly tableTab: Locator;
  readonly chatTab: Locator;

  constructor(page: Page, t: Texts) {
    super(page, t);
    this.sessions = page.getByRole("region", { name: t("documents.chats.heading"), exact: true });
    this.documents = page.getByRole("list", { name: t("documents.chat.documents") });
    this.tableTab = page.getByRole("radio", { name: t("documents.table.tab"), exact: true });
    this.chatTab = page.getByRole("radio", { name: t("documents.chat.tab"), exact: true });
  }

  /** The last answer, finished. */
  async answered(): Promise<Locator> {
    const answer = this.page.locator("article[aria-busy]").last();
    await expect(answer).toHaveAttribute("aria-busy", "false", { timeout: 60_000 });
    return answer;
  }

  /** Marks of sources inside an answer. */
  marks(answer: Locator): Locator {
    return answer.locator("[data-mark]");
  }

  /** What the reader marks for a citation, as one text. */
  async marked(id: string): Promise<string> {
    const marks = this.page.locator(`mark[data-citation="${id}"]`);
    await expect(marks.first()).toBeVisible({ timeout: 20_000 });
    return (await marks.allTextContents()).join("");
  }
}
