/** Heights of bubbles whose parts come later, px. */
export const GIFT_PICTURE_PX = 128;
export const GIFT_TITLE_PX = 28;
export const GIFT_PX = GIFT_PICTURE_PX + GIFT_TITLE_PX;
export const WISH_HEAD_PX = 56;
export const WISH_FOOT_PX = 52;
/** Height and width of a sticker. */
export const STICKER_PX = 160;
