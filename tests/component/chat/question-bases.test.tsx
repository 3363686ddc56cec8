import { act, fireEvent, screen, within } from "@testing-library/react";
import { Question } from "@/components/chat/question";
import { useChatBases } from "@/components/features/chat/use-chat-bases";
import { toast } from "@/lib/client/toast";
import type { Mention } from "@/lib/palette/finder";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { renderWithTexts } from "@/tests/factories/render";

const asked = {
  id: "01900000-0000-7000-8000-000000000001",
  role: "user",
  siblingIds: ["01900000-0000-7000-8000-000000000001"],
  parts: [
    { type: "base", baseId: "01900000-0000-7000-8000-00000000000a", name: "租约" },
    { type: "base", baseId: "01900000-0000-7000-8000-00000000000b", name: "" },
    { type: "text", text: "租约何时到期？" },
  ],
} as unknown as ChatMessageDto;

let chosen: readonly string[] = [];
let add: (mention: Mention) => void;

function Bases({ edited }: { edited: ChatMessageDto | null }) {
  const bases = useChatBases({ edited, items: [], onRemoved: () => undefined });
  chosen = bases.bases.map(({ name }) => name);
  add = bases.add;
  return <div>{bases.list}</div>;
}

it("chosen for a question are three at most, stay, and are taken out one by one", async () => {
  const warning = jest.spyOn(toast, "warning").mockReturnValue(undefined as never);
  await renderWithTexts(<Bases edited={null} />);
  for (const label of ["甲", "乙", "乙", "丙", "丁"]) act(() => add({ id: label, label }));
  expect(chosen).toEqual(["甲", "乙", "丙"]);
  expect(warning).toHaveBeenCalledWith("一次提问最多检索 3 个知识库");
  fireEvent.click(screen.getByRole("button", { name: "不再检索乙" }));
  expect(chosen).toEqual(["甲", "丙"]);
  expect(within(screen.getByRole("list", { name: "回答时检索的知识库" })).getAllByRole("listitem")).toHaveLength(2);
});

it("of a question that is asked differently are those it was put to, as far as they can still be used", async () => {
  await renderWithTexts(<Bases edited={asked} />);
  expect(chosen).toEqual(["租约"]);
});

it("stand above the question; one that was withdrawn is not named", async () => {
  await renderWithTexts(<Question message={asked} onShow={() => undefined} />);
  const items = within(screen.getByRole("list", { name: "提问的知识库" })).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual(["租约", "已无权使用的知识库"]);
});
