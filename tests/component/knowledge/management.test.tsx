import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { ManagementScreen } from "@/components/features/knowledge/management/management-screen";
import { KnowledgeScreens } from "@/components/features/knowledge/screens";
import { AreaTarget } from "@/components/layout/sidebar-area";
import { basesAddress } from "@/lib/features/knowledge/filter";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useRouter: () => ({ push: jest.fn() }),
  usePathname: () => "/knowledge-center/management",
}));

it("has one field for words, and the screen that searches all bases beside it in the menu", async () => {
  answerCalls({
    "GET /api/knowledge/bases": { data: { items: [], total: 0 } },
    "GET /api/knowledge/shortcuts": { data: { items: [] } },
    "GET /api/chat/sessions": { data: { items: [] } },
  });
  await renderWithTexts(
    <QueryClientProvider client={new QueryClient()}>
      <KnowledgeScreens
        screens={[
          { path: "/knowledge-center/management", title: "知识库管理" },
          { path: "/knowledge-center/search", title: "知识搜索" },
        ]}
      >
        <AreaTarget />
        <ManagementScreen first={basesAddress.read({})} />
      </KnowledgeScreens>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("link", { name: "知识搜索" })).toHaveAttribute("href", "/knowledge-center/search");
  expect([...screen.queryAllByRole("textbox"), ...screen.queryAllByRole("searchbox")]).toHaveLength(1);
});
