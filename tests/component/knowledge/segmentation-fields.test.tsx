import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { SegmentationFields } from "@/components/features/knowledge/segmentation/segmentation-fields";
import { segmentationProblems } from "@/lib/features/knowledge/segmentation-problems";
import type { Segmentation } from "@/lib/retrieval/types";
import { renderWithTexts } from "@/tests/factories/render";

let value: Segmentation;

function Form({ start }: { start: Segmentation }) {
  const [now, setNow] = useState(start);
  value = now;
  return <SegmentationFields value={now} onChange={setNow} problems={segmentationProblems(now)} />;
}
const open = (start: Partial<Segmentation> = {}) =>
  renderWithTexts(<Form start={{ mode: "single", maxTokens: 320, overlap: 40, ...start }} />);

test("each mode shows its own fields", async () => {
  await open();
  expect(screen.getByRole("spinbutton", { name: "重叠（token）" })).toHaveValue(40);
  await userEvent.click(screen.getByRole("radio", { name: "多层" }));
  expect(screen.getByRole("spinbutton", { name: "父切片上限（token）" })).toHaveValue(320);
  expect(screen.getByRole("spinbutton", { name: "子切片上限（token）" })).toHaveValue(80);
  await userEvent.click(screen.getByRole("radio", { name: "不切分" }));
  expect(screen.queryByRole("spinbutton")).toBeNull();
  expect(value.mode).toBe("none");
});

test("separators are added, ordered by buttons, and told what is wrong with them", async () => {
  await open();
  await userEvent.click(screen.getByRole("radio", { name: "分隔符" }));
  expect(screen.getByRole("textbox", { name: "分隔符 1" })).toHaveValue("\\n\\n");
  await userEvent.click(screen.getByRole("button", { name: "添加分隔符" }));
  expect(screen.getByText("请填写分隔符")).toBeInTheDocument();
  const second = screen.getByRole("textbox", { name: "分隔符 2" });
  await userEvent.type(second, "第(条");
  await userEvent.click(screen.getAllByRole("checkbox", { name: "正则表达式" })[1]!);
  expect(screen.getByText("正则表达式写法有误")).toBeInTheDocument();
  await userEvent.type(second, ")");
  expect(screen.queryByText("正则表达式写法有误")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "上移分隔符 2" }));
  expect(value.separators).toEqual([{ text: "第(条)", regex: true }, { text: "\n\n" }]);
  await userEvent.click(screen.getByRole("button", { name: "删除分隔符 2" }));
  expect(value.separators).toHaveLength(1);
});

test("lengths out of range are said at their field", async () => {
  await open();
  const limit = screen.getByRole("spinbutton", { name: "切片上限（token）" });
  await userEvent.clear(limit);
  await userEvent.type(limit, "5");
  expect(limit).toHaveAccessibleDescription("数值超出范围");
});
