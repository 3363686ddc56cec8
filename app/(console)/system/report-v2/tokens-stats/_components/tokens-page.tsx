import { getLocale } from "next-intl/server";
import { TokensScreen } from "@/components/features/reports/tokens-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readTokensState } from "@/lib/features/reports/address";
import type { Dimension } from "@/lib/features/reports/kinds";
import { listTokens, readTokenSeries } from "@/lib/features/reports/service/tokens";
import { productLocale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";

interface TokensPageProps {
  dimension: Dimension;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** One table of the token statistics; the four pages differ in what a row is. */
export async function TokensPage({ dimension, searchParams }: TokensPageProps) {
  const actor = await requirePageActor(P.REPORT_TOKENS);
  const state = readTokensState(await searchParams);
  const locale = productLocale(await getLocale());
  const [page, series] = await Promise.all([
    listTokens(actor, dimension, { ...state, keyword: state.keyword || undefined, pageSize: 20 }, locale),
    readTokenSeries(actor, state),
  ]);
  return (
    <ClientMessages areas={["reports", "apps"]}>
      <TokensScreen key={dimension} dimension={dimension} first={{ page, series }} state={state} />
    </ClientMessages>
  );
}
