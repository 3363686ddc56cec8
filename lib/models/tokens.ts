/**
 * A quick estimate of a text's tokens, for reservations and for suppliers that send no figures: about 1.6 characters a
 * token for Chinese, Japanese and Korean, 4 for the rest. Real figures come from the supplier.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  let narrow = 0;
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x2e7f) wide++;
    else narrow++;
  }
  return Math.ceil(wide / 1.6 + narrow / 4);
}

/** What a picture is counted as before the supplier says; suppliers' own rules lie between 85 and 1,600. */
export const IMAGE_TOKENS = 1000;
