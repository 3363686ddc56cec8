import { act, render, screen } from "@testing-library/react";
import { useTranslations } from "next-intl";
import { Component, type ReactNode, Suspense } from "react";
import { AddedMessages } from "@/components/layout/added-messages";
import { isChunkFailure } from "@/lib/client/reload-once";
import { arrivedTexts } from "@/lib/i18n/arrived-texts";

const Text = ({ area, name }: { area: "nav" | "chat"; name: string }) => {
  const t = useTranslations(area) as unknown as (name: string) => string;
  return <p>{t(name)}</p>;
};
const added = (files: string[], children: ReactNode) => (
  <AddedMessages locale="zh-CN" timeZone="Asia/Shanghai" files={files}>
    {children}
  </AddedMessages>
);
class Failure extends Component<{ onError: (error: unknown) => void; children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render = () => (this.state.failed ? null : this.props.children);
}

const have = (path: string, texts: object) => arrivedTexts.set(path, texts);

it("adds texts to those from further out, and puts its own before theirs", () => {
  have("/outer-nav", { nav: { skip: "outer" } });
  have("/outer-chat", { chat: { title: "outer chat" } });
  have("/inner-chat", { chat: { title: "inner" } });
  have("/empty-chat", { chat: {} });
  const inner = added(["/inner-chat"], <Text area="chat" name="title" />);
  render(
    added(
      ["/outer-nav", "/outer-chat"],
      <>
        <Text area="chat" name="title" />
        {inner}
        {added(["/empty-chat"], <Text area="nav" name="skip" />)}
      </>,
    ),
  );
  expect(screen.getAllByText(/./).map((element) => element.textContent)).toEqual(["outer chat", "inner", "outer"]);
});

it("waits for all texts that have not come yet, asks for each once, and again after a failure", async () => {
  const asked: string[] = [];
  let fails = true;
  const append = jest.spyOn(document.head, "append").mockImplementation((...scripts) => {
    for (const script of scripts as HTMLScriptElement[]) {
      const path = new URL(script.src).pathname;
      asked.push(path);
      const isFailure = path === "/late-chat" && fails;
      if (!isFailure) have(path, path === "/late-nav" ? { nav: { skip: "skip" } } : { chat: { title: "title" } });
      setTimeout(() => script.dispatchEvent(new Event(isFailure ? "error" : "load")));
    }
  });
  const quiet = jest.spyOn(console, "error").mockImplementation(() => undefined);
  const errors: unknown[] = [];
  const shown = async () => {
    const { container } = await act(async () =>
      render(
        <Failure onError={(error) => errors.push(error)}>
          <Suspense fallback={<i>waiting</i>}>
            {added(["/late-nav", "/late-chat"], <Text area="nav" name="skip" />)}
          </Suspense>
        </Failure>,
      ),
    );
    return container.textContent;
  };
  expect(await shown()).toBe("");
  expect(errors.map(isChunkFailure)).toEqual([true]);
  expect(asked).toEqual(["/late-nav", "/late-chat"]);

  fails = false;
  // A failure stands for a second.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(await shown()).toBe("skip");
  expect(asked).toEqual(["/late-nav", "/late-chat", "/late-chat"]);
  quiet.mockRestore();
  append.mockRestore();
});
