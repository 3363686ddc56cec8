import { act, fireEvent, renderHook, screen } from "@testing-library/react";
import { useSource } from "@/components/chat/sources/use-source";
import { useSourceKey } from "@/components/chat/sources/use-source-key";
import { AnswerTable } from "@/components/features/documents/chat/answer-table";
import type { DocumentTableDto } from "@/lib/features/documents/dto";
import type { ParseStateDto } from "@/lib/parsing/types";
import { renderWithTexts } from "@/tests/factories/render";

it("the source closes and comes back by Ctrl and the backslash", () => {
  const { result } = renderHook(() => {
    const found = useSource();
    useSourceKey(() => void (found.source ? found.close() : found.reopen()));
    return found;
  });
  const press = (init: object) => fireEvent.keyDown(window, init);
  press({ key: "\\", ctrlKey: true });
  expect(result.current.source).toBeNull();
  act(() => result.current.openVersion("v1"));
  press({ key: "\\" });
  expect(result.current.source?.versionId).toBe("v1");
  press({ key: "\\", ctrlKey: true });
  expect(result.current.source).toBeNull();
  press({ key: "#", code: "Backslash", metaKey: true });
  expect(result.current.source?.versionId).toBe("v1");
});

it("an answer without words says that nothing was found", async () => {
  const parse = { status: "ready" } as ParseStateDto;
  const table: DocumentTableDto = {
    columns: [{ id: "c", question: "何时到期？", modelId: null }],
    documents: [{ documentId: "d", fileId: "d", versionId: "d", name: "租约.txt", format: "txt", parse }],
    cells: [{ columnId: "c", documentId: "d", status: "done", failure: null, text: " ", citations: [] }],
    open: 0,
  };
  await renderWithTexts(<AnswerTable table={table} actions={{} as never} />);
  expect(screen.getByRole("cell")).toHaveTextContent("这个文档中没有找到");
});
