import { render, screen } from "@testing-library/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddedMessages } from "@/components/layout/added-messages";

const Text = ({ area, name }: { area: "nav" | "chat"; name: string }) => {
  const t = useTranslations(area) as unknown as (name: string) => string;
  return <p>{t(name)}</p>;
};
const added = (texts: object, children: ReactNode) => (
  <AddedMessages locale="zh-CN" timeZone="Asia/Shanghai" texts={JSON.stringify(texts)}>
    {children}
  </AddedMessages>
);

it("adds texts to those from further out, and puts its own before theirs", () => {
  const inner = added({ chat: { title: "inner" } }, <Text area="chat" name="title" />);
  render(
    added(
      { nav: { skip: "outer" }, chat: { title: "outer chat" } },
      <>
        <Text area="chat" name="title" />
        {inner}
        {added({ chat: {} }, <Text area="nav" name="skip" />)}
      </>,
    ),
  );
  expect(screen.getAllByText(/./).map((element) => element.textContent)).toEqual(["outer chat", "inner", "outer"]);
});
