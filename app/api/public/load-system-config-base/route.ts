import { pageHeadDto } from "@/lib/config/dto";
import { productInfo } from "@/lib/config/product";
import { publicHandler } from "@/lib/endpoint/route";

// These two fields only: it answers anybody (SECURITY AC-10).
export const GET = publicHandler({
  summary: "Page title and icon",

  response: pageHeadDto,
  run: async () => {
    const { title, iconUrl } = await productInfo();
    return { browserPageSignature: title, icon: iconUrl };
  },
});
