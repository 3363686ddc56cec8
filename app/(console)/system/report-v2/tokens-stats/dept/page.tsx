import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TokensPage } from "../_components/tokens-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("reports"))("tokens.title") };
}

export default function DeptTokensPage({ searchParams }: PageProps<"/system/report-v2/tokens-stats/dept">) {
  return <TokensPage dimension="dept" searchParams={searchParams} />;
}
