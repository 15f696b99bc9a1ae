-- Generated from a migrated database by tests/server/schema.test.ts. Change it by a migration.

CREATE SEQUENCE account_attribution_id_seq AS bigint START WITH 1;

CREATE SEQUENCE guest_uid AS bigint START WITH 264457100;

CREATE SEQUENCE maintenance_window_id_seq AS bigint START WITH 1;

CREATE SEQUENCE operator_log_id_seq AS bigint START WITH 1;

CREATE SEQUENCE service_outbox_id_seq AS bigint START WITH 1;

CREATE SEQUENCE site_setting_log_id_seq AS bigint START WITH 1;

CREATE TABLE account (
  uid bigint NOT NULL,
  role smallint NOT NULL,
  nick_name text NOT NULL,
  password_hash text,
  google_sub text,
  paid boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  birth_date date,
  closed_at timestamp with time zone,
  closed_why text,
  purged_at timestamp with time zone,
  password_since timestamp with time zone,
  CONSTRAINT account_closed CHECK (((closed_at IS NULL) = (closed_why IS NULL))),
  CONSTRAINT account_google_sub_unique UNIQUE (google_sub),
  CONSTRAINT account_pkey PRIMARY KEY (uid),
  CONSTRAINT account_purged CHECK (((purged_at IS NULL) OR (closed_at IS NOT NULL)))
);

CREATE TABLE account_attribution (
  id bigint DEFAULT nextval('account_attribution_id_seq'::regclass) NOT NULL,
  uid bigint NOT NULL,
  info jsonb NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT account_attribution_pkey PRIMARY KEY (id)
);

CREATE TABLE account_lock (
  uid bigint NOT NULL,
  why text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT account_lock_pkey PRIMARY KEY (uid)
);

CREATE TABLE account_move (
  uid bigint NOT NULL,
  code_hash text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  claimed_by text,
  digits text,
  choices jsonb DEFAULT '[]'::jsonb NOT NULL,
  until timestamp with time zone NOT NULL,
  platform text DEFAULT ''::text NOT NULL,
  browser text DEFAULT ''::text NOT NULL,
  CONSTRAINT account_move_claimed CHECK (((state = ANY (ARRAY['claimed'::text, 'done'::text])) <= ((claimed_by IS NOT NULL) AND (digits IS NOT NULL)))),
  CONSTRAINT account_move_code_hash_unique UNIQUE (code_hash),
  CONSTRAINT account_move_pkey PRIMARY KEY (uid)
);

CREATE TABLE account_openid (
  hash text NOT NULL,
  uid bigint NOT NULL,
  device text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  platform text DEFAULT ''::text NOT NULL,
  browser text DEFAULT ''::text NOT NULL,
  used_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  restored_at timestamp with time zone,
  CONSTRAINT account_openid_pkey PRIMARY KEY (hash)
);

CREATE TABLE account_settings (
  uid bigint NOT NULL,
  changed jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT account_settings_pkey PRIMARY KEY (uid)
);

CREATE TABLE allowance_use (
  kind text NOT NULL,
  owner text NOT NULL,
  slot smallint NOT NULL,
  sid text NOT NULL,
  CONSTRAINT allowance_use_kind_owner_slot_pk PRIMARY KEY (kind, owner, slot)
);

CREATE TABLE anchor (
  uid bigint NOT NULL,
  price integer NOT NULL,
  rank integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  paid_minutes_recent integer DEFAULT 0 NOT NULL,
  is_silver boolean DEFAULT false NOT NULL,
  online boolean DEFAULT false NOT NULL,
  lang text DEFAULT ''::text NOT NULL,
  country text DEFAULT ''::text NOT NULL,
  taking_calls boolean DEFAULT true NOT NULL,
  paused_until timestamp with time zone,
  missed_calls smallint DEFAULT 0 NOT NULL,
  weekly_hours jsonb,
  rating_stars integer DEFAULT 0 NOT NULL,
  rating_count integer DEFAULT 0 NOT NULL,
  heat integer GENERATED ALWAYS AS ((LEAST((2147483647)::bigint, (((((paid_minutes_recent + 10))::bigint * 10) * (rating_stars + 40)) / (rating_count + 10))))::integer) STORED NOT NULL,
  CONSTRAINT anchor_pkey PRIMARY KEY (uid),
  CONSTRAINT anchor_price_positive CHECK ((price > 0))
);

CREATE TABLE archive (
  owner bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1000000001) NOT NULL,
  peer bigint NOT NULL,
  "out" boolean NOT NULL,
  mid text NOT NULL,
  at timestamp with time zone NOT NULL,
  stanza text NOT NULL,
  CONSTRAINT archive_owner_id_pk PRIMARY KEY (owner, id)
);

CREATE TABLE auto_message (
  uid bigint NOT NULL,
  host_uid bigint NOT NULL,
  day integer NOT NULL,
  scene text NOT NULL,
  CONSTRAINT auto_message_uid_host_uid_day_scene_pk PRIMARY KEY (uid, host_uid, day, scene)
);

CREATE TABLE block (
  owner_uid bigint NOT NULL,
  blocked_uid bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT block_owner_uid_blocked_uid_pk PRIMARY KEY (owner_uid, blocked_uid)
);

CREATE TABLE booking (
  id text NOT NULL,
  viewer bigint NOT NULL,
  host bigint NOT NULL,
  operation text NOT NULL,
  state text DEFAULT 'proposed'::text NOT NULL,
  starts_at bigint DEFAULT 0 NOT NULL,
  minutes smallint NOT NULL,
  price integer NOT NULL,
  share_percent smallint NOT NULL,
  minimum_minutes smallint NOT NULL,
  proposed_at bigint DEFAULT 0 NOT NULL,
  expires_at bigint DEFAULT 0 NOT NULL,
  settled_at bigint DEFAULT 0 NOT NULL,
  due_at bigint DEFAULT 0 NOT NULL,
  viewer_came bigint DEFAULT 0 NOT NULL,
  host_came bigint DEFAULT 0 NOT NULL,
  charged smallint DEFAULT 0 NOT NULL,
  CONSTRAINT booking_amounts CHECK ((((price >= 1) AND (price <= 1000000000)) AND ((minutes >= 1) AND (minutes <= 60)))),
  CONSTRAINT booking_charged CHECK (((charged >= 0) AND (charged <= minutes))),
  CONSTRAINT booking_not_oneself CHECK ((viewer <> host)),
  CONSTRAINT booking_pkey PRIMARY KEY (id),
  CONSTRAINT booking_settled CHECK (((state = ANY (ARRAY['proposed'::text, 'accepted'::text])) = (settled_at = 0)))
);

CREATE TABLE call (
  sid text NOT NULL,
  kind text NOT NULL,
  state text DEFAULT 'ringing'::text NOT NULL,
  caller bigint NOT NULL,
  callee bigint NOT NULL,
  caller_jid text NOT NULL,
  callee_jid text DEFAULT ''::text NOT NULL,
  price integer NOT NULL,
  share_percent smallint NOT NULL,
  free_seconds integer NOT NULL,
  paid boolean NOT NULL,
  start_time bigint DEFAULT 0 NOT NULL,
  connecting_time bigint DEFAULT 0 NOT NULL,
  end_time bigint DEFAULT 0 NOT NULL,
  settled_at bigint DEFAULT 0 NOT NULL,
  caller_seen boolean DEFAULT false NOT NULL,
  callee_seen boolean DEFAULT false NOT NULL,
  caller_beat bigint DEFAULT 0 NOT NULL,
  callee_beat bigint DEFAULT 0 NOT NULL,
  caller_loss bigint DEFAULT 0 NOT NULL,
  callee_loss bigint DEFAULT 0 NOT NULL,
  caller_away boolean DEFAULT false NOT NULL,
  callee_away boolean DEFAULT false NOT NULL,
  generation integer DEFAULT 0 NOT NULL,
  following text DEFAULT ''::text NOT NULL,
  stretches jsonb DEFAULT '[]'::jsonb NOT NULL,
  minutes integer DEFAULT 0 NOT NULL,
  posted integer DEFAULT 0 NOT NULL,
  seconds integer DEFAULT 0 NOT NULL,
  reason text DEFAULT 'unknown reason'::text NOT NULL,
  reject_type text DEFAULT ''::text NOT NULL,
  due_at bigint DEFAULT 0 NOT NULL,
  recent boolean DEFAULT false NOT NULL,
  answer_time bigint DEFAULT 0 NOT NULL,
  caller_proof bigint DEFAULT 0 NOT NULL,
  doubts jsonb DEFAULT '[]'::jsonb NOT NULL,
  silver integer DEFAULT 0 NOT NULL,
  wait_until bigint DEFAULT 0 NOT NULL,
  waits smallint DEFAULT 0 NOT NULL,
  fair_start text DEFAULT ''::text NOT NULL,
  caller_unusable jsonb DEFAULT '[]'::jsonb NOT NULL,
  callee_unusable jsonb DEFAULT '[]'::jsonb NOT NULL,
  refunded_minutes smallint DEFAULT 0 NOT NULL,
  booking text DEFAULT ''::text NOT NULL,
  booked_minutes smallint DEFAULT 0 NOT NULL,
  CONSTRAINT call_minutes CHECK (((posted >= 0) AND (posted <= minutes))),
  CONSTRAINT call_not_oneself CHECK ((caller <> callee)),
  CONSTRAINT call_pkey PRIMARY KEY (sid),
  CONSTRAINT call_price_positive CHECK (((price >= 0) AND (price <= 1000000000))),
  CONSTRAINT call_silver CHECK (((silver >= 0) AND (silver <= 1000000)))
);

CREATE TABLE call_frame (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  ticket text,
  sid text NOT NULL,
  uid bigint NOT NULL,
  origin text NOT NULL,
  at timestamp with time zone NOT NULL,
  jpeg bytea NOT NULL,
  seal text NOT NULL,
  CONSTRAINT call_frame_origin CHECK ((origin = ANY (ARRAY['report'::text, 'check'::text]))),
  CONSTRAINT call_frame_pkey PRIMARY KEY (id)
);

CREATE TABLE call_rating (
  sid text NOT NULL,
  uid bigint NOT NULL,
  stars smallint NOT NULL,
  reasons text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT call_rating_sid_uid_pk PRIMARY KEY (sid, uid),
  CONSTRAINT call_rating_stars CHECK (((stars >= 1) AND (stars <= 5)))
);

CREATE TABLE came_online (
  uid bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT came_online_pkey PRIMARY KEY (uid)
);

CREATE TABLE card_binding (
  id text NOT NULL,
  uid bigint NOT NULL,
  operation text NOT NULL,
  gateway text NOT NULL,
  ref text,
  card_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT card_binding_pkey PRIMARY KEY (id)
);

CREATE TABLE check_in_reminder (
  uid bigint NOT NULL,
  is_on boolean NOT NULL,
  CONSTRAINT check_in_reminder_pkey PRIMARY KEY (uid)
);

CREATE TABLE chosen_country (
  uid bigint NOT NULL,
  country text NOT NULL,
  CONSTRAINT chosen_country_pkey PRIMARY KEY (uid)
);

CREATE TABLE closed_host (
  uid bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  unanswered smallint DEFAULT 0 NOT NULL,
  CONSTRAINT closed_host_pkey PRIMARY KEY (uid)
);

CREATE TABLE connected_account (
  uid bigint NOT NULL,
  ref text DEFAULT ''::text NOT NULL,
  creation text NOT NULL,
  country text NOT NULL,
  state text DEFAULT 'none'::text NOT NULL,
  problem text DEFAULT ''::text NOT NULL,
  last4 text DEFAULT ''::text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  CONSTRAINT connected_account_pkey PRIMARY KEY (uid)
);

CREATE TABLE consent_proof (
  id text NOT NULL,
  device text NOT NULL,
  uid bigint,
  version integer NOT NULL,
  text_hash text NOT NULL,
  measurement boolean NOT NULL,
  attribution boolean NOT NULL,
  how text NOT NULL,
  language text NOT NULL,
  build bigint NOT NULL,
  said_at timestamp with time zone NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT consent_proof_id CHECK ((length(id) = 21)),
  CONSTRAINT consent_proof_pkey PRIMARY KEY (id)
);

CREATE TABLE data_export (
  id text NOT NULL,
  uid bigint NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT data_export_pkey PRIMARY KEY (id)
);

CREATE TABLE device_token (
  hash text NOT NULL,
  uid bigint NOT NULL,
  device text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone,
  used_at timestamp with time zone DEFAULT now() NOT NULL,
  platform text DEFAULT ''::text NOT NULL,
  browser text DEFAULT ''::text NOT NULL,
  CONSTRAINT device_token_pkey PRIMARY KEY (hash)
);

CREATE TABLE exclusive_item (
  media_id text NOT NULL,
  owner_uid bigint NOT NULL,
  price integer NOT NULL,
  place smallint NOT NULL,
  CONSTRAINT exclusive_item_bounds CHECK (((place >= 1) AND (place <= 24))),
  CONSTRAINT exclusive_item_pkey PRIMARY KEY (media_id),
  CONSTRAINT exclusive_item_price CHECK (((price >= 10) AND (price <= 1000)))
);

CREATE TABLE favourite (
  uid bigint NOT NULL,
  target_uid bigint NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT favourite_not_oneself CHECK ((uid <> target_uid)),
  CONSTRAINT favourite_uid_target_uid_pk PRIMARY KEY (uid, target_uid)
);

CREATE TABLE friend_request (
  uid bigint NOT NULL,
  target_uid bigint NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT friend_request_not_oneself CHECK ((uid <> target_uid)),
  CONSTRAINT friend_request_uid_target_uid_pk PRIMARY KEY (uid, target_uid)
);

CREATE TABLE friendship (
  uid bigint NOT NULL,
  target_uid bigint NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT friendship_not_oneself CHECK ((uid <> target_uid)),
  CONSTRAINT friendship_uid_target_uid_pk PRIMARY KEY (uid, target_uid)
);

CREATE TABLE gateway_event (
  gateway text NOT NULL,
  event_id text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  order_id text,
  ref text,
  CONSTRAINT gateway_event_gateway_event_id_pk PRIMARY KEY (gateway, event_id)
);

CREATE TABLE gift (
  id text NOT NULL,
  type smallint NOT NULL,
  gems_price integer NOT NULL,
  tab_id smallint NOT NULL,
  priority smallint NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  show_area smallint DEFAULT 15 NOT NULL,
  CONSTRAINT gift_area CHECK (((show_area >= 0) AND (show_area <= 15))),
  CONSTRAINT gift_id CHECK (((id ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(id) <= 24))),
  CONSTRAINT gift_pkey PRIMARY KEY (id),
  CONSTRAINT gift_price CHECK (((gems_price >= 1) AND (gems_price <= 100000))),
  CONSTRAINT gift_tab CHECK (((tab_id >= 1) AND (tab_id <= 4) AND ((priority >= 1) AND (priority <= 99)))),
  CONSTRAINT gift_type CHECK (((type >= 1) AND (type <= 3)))
);

CREATE TABLE gift_received (
  uid bigint NOT NULL,
  gift_id text NOT NULL,
  count integer NOT NULL,
  CONSTRAINT gift_received_count CHECK ((count > 0)),
  CONSTRAINT gift_received_uid_gift_id_pk PRIMARY KEY (uid, gift_id)
);

CREATE TABLE gift_sent (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  from_uid bigint NOT NULL,
  to_uid bigint NOT NULL,
  op text NOT NULL,
  gift_id text NOT NULL,
  count smallint NOT NULL,
  price integer NOT NULL,
  total integer NOT NULL,
  combo text NOT NULL,
  area text NOT NULL,
  sid text NOT NULL,
  ask text NOT NULL,
  lock_id text NOT NULL,
  stanza_id text NOT NULL,
  order_hash text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT gift_sent_count CHECK (((count >= 1) AND (count <= 99))),
  CONSTRAINT gift_sent_not_oneself CHECK ((from_uid <> to_uid)),
  CONSTRAINT gift_sent_pkey PRIMARY KEY (id),
  CONSTRAINT gift_sent_stanza_id_unique UNIQUE (stanza_id)
);

CREATE TABLE gift_version (
  one boolean DEFAULT true NOT NULL,
  version integer NOT NULL,
  CONSTRAINT gift_version_one CHECK (one),
  CONSTRAINT gift_version_pkey PRIMARY KEY (one)
);

CREATE TABLE host_application (
  uid bigint NOT NULL,
  state text NOT NULL,
  rules_version smallint DEFAULT 0 NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  reviewed_by text DEFAULT ''::text NOT NULL,
  listing jsonb,
  CONSTRAINT host_application_listing CHECK (((state = 'suspended'::text) = (listing IS NOT NULL))),
  CONSTRAINT host_application_pkey PRIMARY KEY (uid)
);

CREATE TABLE host_clip (
  uid bigint NOT NULL,
  media_id text NOT NULL,
  CONSTRAINT host_clip_media_id_unique UNIQUE (media_id),
  CONSTRAINT host_clip_pkey PRIMARY KEY (uid)
);

CREATE TABLE host_identity (
  uid bigint NOT NULL,
  ref text NOT NULL,
  state text DEFAULT 'started'::text NOT NULL,
  problem text DEFAULT ''::text NOT NULL,
  name_matches boolean,
  sealed_name text DEFAULT ''::text NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  reviewed_by text DEFAULT ''::text NOT NULL,
  CONSTRAINT host_identity_pkey PRIMARY KEY (uid),
  CONSTRAINT host_identity_ref_unique UNIQUE (ref)
);

CREATE TABLE host_price_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid bigint NOT NULL,
  before integer NOT NULL,
  after integer NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT host_price_change_pkey PRIMARY KEY (id)
);

CREATE TABLE leader (
  work text NOT NULL,
  holder text NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT leader_pkey PRIMARY KEY (work)
);

CREATE TABLE left_online (
  uid bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT left_online_pkey PRIMARY KEY (uid)
);

CREATE TABLE lucky_draw (
  uid bigint NOT NULL,
  day integer NOT NULL,
  roll smallint NOT NULL,
  version smallint NOT NULL,
  coins integer NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT lucky_draw_roll CHECK (((roll >= 0) AND (roll <= 9999) AND (coins > 0))),
  CONSTRAINT lucky_draw_uid_day_pk PRIMARY KEY (uid, day)
);

CREATE TABLE maintenance_window (
  id bigint DEFAULT nextval('maintenance_window_id_seq'::regclass) NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  told text,
  CONSTRAINT maintenance_window_order CHECK ((starts_at <= ends_at)),
  CONSTRAINT maintenance_window_pkey PRIMARY KEY (id)
);

CREATE TABLE market (
  country text NOT NULL,
  currency character(3) NOT NULL,
  CONSTRAINT market_pkey PRIMARY KEY (country)
);

CREATE TABLE measure_event (
  uuid uuid NOT NULL,
  app_id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  distinct_id text NOT NULL,
  account_uid bigint,
  device_id text NOT NULL,
  at timestamp with time zone NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  zone real NOT NULL,
  tag boolean NOT NULL,
  properties jsonb NOT NULL,
  CONSTRAINT measure_event_pkey PRIMARY KEY (uuid)
);

CREATE TABLE media (
  id text NOT NULL,
  owner_uid bigint NOT NULL,
  kind text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  blur text DEFAULT ''::text NOT NULL,
  poster_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  upload_name text,
  purpose text DEFAULT 'profile'::text NOT NULL,
  ms integer,
  wave text,
  lock_blur text DEFAULT ''::text NOT NULL,
  bits smallint DEFAULT 0 NOT NULL,
  checked_at timestamp with time zone,
  sent_at timestamp with time zone,
  kept_until timestamp with time zone,
  gone_at timestamp with time zone,
  CONSTRAINT media_id_is_hex CHECK ((id ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT media_kind CHECK ((kind = ANY (ARRAY['picture'::text, 'clip'::text, 'sound'::text]))),
  CONSTRAINT media_length CHECK (((ms IS NULL) OR ((ms >= 1) AND (ms <= 121000)))),
  CONSTRAINT media_pkey PRIMARY KEY (id),
  CONSTRAINT media_purpose CHECK ((purpose = ANY (ARRAY['profile'::text, 'chat'::text]))),
  CONSTRAINT media_wave CHECK (((wave IS NULL) OR (wave ~ '^[0-9a-f]{48}$'::text)))
);

CREATE TABLE media_lock (
  id text NOT NULL,
  from_uid bigint NOT NULL,
  to_uid bigint NOT NULL,
  mid text NOT NULL,
  price integer,
  gift_id text,
  state text DEFAULT 'locked'::text NOT NULL,
  settled text DEFAULT 'none'::text NOT NULL,
  opened_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  owed integer DEFAULT 0 NOT NULL,
  source text DEFAULT 'message'::text NOT NULL,
  CONSTRAINT media_lock_one_price CHECK ((num_nonnulls(price, gift_id) = 1)),
  CONSTRAINT media_lock_owed_refunded CHECK (((owed = 0) OR ((owed > 0) AND (settled = 'refunded'::text)))),
  CONSTRAINT media_lock_pkey PRIMARY KEY (id),
  CONSTRAINT media_lock_price CHECK (((price >= 10) AND (price <= 1000))),
  CONSTRAINT media_lock_settled CHECK ((settled = ANY (ARRAY['none'::text, 'held'::text, 'posted'::text, 'voided'::text, 'refunded'::text]))),
  CONSTRAINT media_lock_source CHECK ((source = ANY (ARRAY['message'::text, 'page'::text]))),
  CONSTRAINT media_lock_state CHECK ((state = ANY (ARRAY['locked'::text, 'opened'::text, 'void'::text])))
);

CREATE TABLE media_pass (
  hash text NOT NULL,
  token_hash text NOT NULL,
  uid bigint NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT media_pass_pkey PRIMARY KEY (hash),
  CONSTRAINT media_pass_token_hash_unique UNIQUE (token_hash)
);

CREATE TABLE media_share (
  media_id text NOT NULL,
  uid bigint NOT NULL,
  mid text NOT NULL,
  lock_id text,
  ended boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  place smallint DEFAULT 0 NOT NULL,
  source text DEFAULT 'message'::text NOT NULL,
  CONSTRAINT media_share_media_id_uid_source_mid_pk PRIMARY KEY (media_id, uid, source, mid),
  CONSTRAINT media_share_source CHECK ((source = ANY (ARRAY['message'::text, 'page'::text])))
);

CREATE TABLE message_lock (
  uid bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT message_lock_pkey PRIMARY KEY (uid)
);

CREATE TABLE money_lock (
  uid bigint NOT NULL,
  why text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT money_lock_pkey PRIMARY KEY (uid)
);

CREATE TABLE notice (
  uid bigint NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text NOT NULL,
  about bigint,
  template text NOT NULL,
  "values" jsonb NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT notice_pkey PRIMARY KEY (seq)
);

CREATE TABLE online_stream (
  stream_id text NOT NULL,
  uid bigint NOT NULL,
  process_id text NOT NULL,
  opened_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  active boolean DEFAULT false NOT NULL,
  brief boolean DEFAULT false NOT NULL,
  CONSTRAINT online_stream_pkey PRIMARY KEY (stream_id)
);

CREATE TABLE online_wish (
  uid bigint NOT NULL,
  target_uid bigint NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT online_wish_not_oneself CHECK ((uid <> target_uid)),
  CONSTRAINT online_wish_uid_target_uid_pk PRIMARY KEY (uid, target_uid)
);

CREATE TABLE operation (
  uid bigint NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  status integer DEFAULT 0 NOT NULL,
  answer jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT operation_uid_endpoint_key_pk PRIMARY KEY (uid, endpoint, key)
);

CREATE TABLE operator_account (
  name text NOT NULL,
  role smallint DEFAULT 9 NOT NULL,
  password_hash text NOT NULL,
  code_secret text NOT NULL,
  last_step bigint DEFAULT 0 NOT NULL,
  wrong_codes smallint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  team_role text DEFAULT 'support'::text NOT NULL,
  own_uid bigint,
  CONSTRAINT operator_account_pkey PRIMARY KEY (name),
  CONSTRAINT operator_account_role CHECK ((role = 9)),
  CONSTRAINT operator_account_team_role CHECK ((team_role = ANY (ARRAY['support'::text, 'moderation'::text, 'finance'::text, 'admin'::text])))
);

CREATE TABLE operator_log (
  id bigint DEFAULT nextval('operator_log_id_seq'::regclass) NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  who text NOT NULL,
  command text NOT NULL,
  what jsonb NOT NULL,
  reason text NOT NULL,
  form text,
  CONSTRAINT operator_log_form_unique UNIQUE (form),
  CONSTRAINT operator_log_pkey PRIMARY KEY (id),
  CONSTRAINT operator_log_reason CHECK ((reason <> ''::text))
);

CREATE TABLE operator_session (
  hash text NOT NULL,
  name text NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT operator_session_pkey PRIMARY KEY (hash)
);

CREATE TABLE passkey (
  hash text NOT NULL,
  uid bigint NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  sign_count bigint NOT NULL,
  transports jsonb DEFAULT '[]'::jsonb NOT NULL,
  rp_id text NOT NULL,
  device text NOT NULL,
  platform text NOT NULL,
  browser text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT passkey_pkey PRIMARY KEY (hash)
);

CREATE TABLE passkey_challenge (
  hash text NOT NULL,
  uid bigint,
  origin text NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (hash)
);

CREATE TABLE passkey_handle (
  uid bigint NOT NULL,
  handle text NOT NULL,
  CONSTRAINT passkey_handle_handle_unique UNIQUE (handle),
  CONSTRAINT passkey_handle_pkey PRIMARY KEY (uid)
);

CREATE TABLE payment_call (
  order_id text NOT NULL,
  kind text NOT NULL,
  attempt smallint NOT NULL,
  operation text NOT NULL,
  body_hash text DEFAULT ''::text NOT NULL,
  params jsonb NOT NULL,
  ref text,
  declined boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  tried_at timestamp with time zone,
  CONSTRAINT payment_call_order_id_kind_attempt_pk PRIMARY KEY (order_id, kind, attempt)
);

CREATE TABLE payment_comparison (
  gateway text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_comparison_pkey PRIMARY KEY (gateway)
);

CREATE TABLE payment_difference (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  gateway text NOT NULL,
  ref text NOT NULL,
  order_id text,
  what text NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT payment_difference_pkey PRIMARY KEY (id)
);

CREATE TABLE payment_order (
  id text NOT NULL,
  uid bigint NOT NULL,
  operation text NOT NULL,
  body_hash text NOT NULL,
  device text NOT NULL,
  price_id bigint NOT NULL,
  sku text NOT NULL,
  gems integer NOT NULL,
  bonus integer NOT NULL,
  amount_minor bigint NOT NULL,
  currency character(3) NOT NULL,
  country text NOT NULL,
  channel text NOT NULL,
  gateway text NOT NULL,
  livemode boolean NOT NULL,
  state text DEFAULT 'created'::text NOT NULL,
  reason text,
  declines smallint DEFAULT 0 NOT NULL,
  scene jsonb NOT NULL,
  sid text DEFAULT ''::text NOT NULL,
  next jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ask_at timestamp with time zone,
  asked smallint DEFAULT 0 NOT NULL,
  paid_at timestamp with time zone,
  payment_ref text,
  card jsonb,
  CONSTRAINT payment_order_gems CHECK (((gems >= 1) AND (gems <= 1000000) AND ((bonus >= 0) AND (bonus <= 1000000)))),
  CONSTRAINT payment_order_paid CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
  CONSTRAINT payment_order_pkey PRIMARY KEY (id)
);

CREATE TABLE payout (
  id text NOT NULL,
  uid bigint NOT NULL,
  operation text NOT NULL,
  gems bigint NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  sealed text NOT NULL,
  last4 text NOT NULL,
  state text DEFAULT 'requested'::text NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  state_at timestamp with time zone DEFAULT now() NOT NULL,
  changed_by text DEFAULT ''::text NOT NULL,
  reference text DEFAULT ''::text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  first_approver text DEFAULT ''::text NOT NULL,
  first_undoer text DEFAULT ''::text NOT NULL,
  CONSTRAINT payout_amounts CHECK (((gems > 0) AND (amount_minor > 0))),
  CONSTRAINT payout_pkey PRIMARY KEY (id)
);

CREATE TABLE payout_account (
  uid bigint NOT NULL,
  sealed text NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT payout_account_pkey PRIMARY KEY (uid)
);

CREATE TABLE payout_transfer (
  payout_id text NOT NULL,
  destination text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  ref text DEFAULT ''::text NOT NULL,
  refusals smallint DEFAULT 0 NOT NULL,
  problem text DEFAULT ''::text NOT NULL,
  reversed_by text DEFAULT ''::text NOT NULL,
  reversal_reason text DEFAULT ''::text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  platform_account text DEFAULT ''::text NOT NULL,
  CONSTRAINT payout_transfer_pkey PRIMARY KEY (payout_id)
);

CREATE TABLE person_like (
  uid bigint NOT NULL,
  target_uid bigint NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT person_like_not_oneself CHECK ((uid <> target_uid)),
  CONSTRAINT person_like_uid_target_uid_pk PRIMARY KEY (uid, target_uid)
);

CREATE TABLE posting (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transfer_id bigint NOT NULL,
  uid bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  after bigint,
  CONSTRAINT posting_after CHECK (((uid > 0) = (after IS NOT NULL))),
  CONSTRAINT posting_not_nothing CHECK ((amount <> 0)),
  CONSTRAINT posting_pkey PRIMARY KEY (id)
);

CREATE TABLE profile (
  uid bigint NOT NULL,
  avatar_url text DEFAULT ''::text NOT NULL,
  about text DEFAULT ''::text NOT NULL,
  gender text DEFAULT ''::text NOT NULL,
  b_day text DEFAULT ''::text NOT NULL,
  country text DEFAULT ''::text NOT NULL,
  lang text DEFAULT ''::text NOT NULL,
  tel text DEFAULT ''::text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  albums jsonb DEFAULT '[]'::jsonb NOT NULL,
  videos jsonb DEFAULT '[]'::jsonb NOT NULL,
  connection_country text DEFAULT ''::text NOT NULL,
  CONSTRAINT profile_pkey PRIMARY KEY (uid)
);

CREATE TABLE push_job (
  uid bigint NOT NULL,
  tag text NOT NULL,
  kind text NOT NULL,
  about jsonb NOT NULL,
  ids text[] NOT NULL,
  n integer NOT NULL,
  at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  revision integer DEFAULT 0 NOT NULL,
  sending integer,
  tries smallint DEFAULT 0 NOT NULL,
  left_sessions text[],
  pushes smallint DEFAULT 0 NOT NULL,
  pushed_at timestamp with time zone,
  is_gone boolean DEFAULT false NOT NULL,
  CONSTRAINT push_job_uid_tag_pk PRIMARY KEY (uid, tag)
);

CREATE TABLE push_pace (
  uid bigint NOT NULL,
  minute bigint NOT NULL,
  in_minute integer NOT NULL,
  hour bigint NOT NULL,
  in_hour integer NOT NULL,
  online_day integer DEFAULT 0 NOT NULL,
  in_day integer DEFAULT 0 NOT NULL,
  CONSTRAINT push_pace_pkey PRIMARY KEY (uid)
);

CREATE TABLE push_token (
  session_hash text NOT NULL,
  uid bigint NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  sw_scope text NOT NULL,
  vapid_key text NOT NULL,
  lang text NOT NULL,
  zone text NOT NULL,
  shape text NOT NULL,
  refreshed_at timestamp with time zone DEFAULT now() NOT NULL,
  failures smallint DEFAULT 0 NOT NULL,
  failing_since timestamp with time zone,
  refusals smallint DEFAULT 0 NOT NULL,
  CONSTRAINT push_token_endpoint_unique UNIQUE (endpoint),
  CONSTRAINT push_token_pkey PRIMARY KEY (session_hash)
);

CREATE TABLE rate_use (
  key text NOT NULL,
  used integer NOT NULL,
  until bigint NOT NULL,
  CONSTRAINT rate_use_pkey PRIMARY KEY (key)
);

CREATE TABLE recovery_code (
  uid bigint NOT NULL,
  purpose text NOT NULL,
  address text NOT NULL,
  code_hash text NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT recovery_code_uid_purpose_pk PRIMARY KEY (uid, purpose)
);

CREATE TABLE recovery_email (
  uid bigint NOT NULL,
  address text NOT NULL,
  verified_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT recovery_email_address_unique UNIQUE (address),
  CONSTRAINT recovery_email_pkey PRIMARY KEY (uid)
);

CREATE TABLE refused_device (
  hash text NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT refused_device_pkey PRIMARY KEY (hash)
);

CREATE TABLE report (
  ticket text NOT NULL,
  uid bigint NOT NULL,
  target_uid bigint NOT NULL,
  reason text NOT NULL,
  note text NOT NULL,
  mid text NOT NULL,
  open boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  closed_at timestamp with time zone,
  acted boolean,
  sid text DEFAULT ''::text NOT NULL,
  CONSTRAINT report_not_oneself CHECK ((uid <> target_uid)),
  CONSTRAINT report_pkey PRIMARY KEY (ticket)
);

CREATE TABLE report_message (
  ticket text NOT NULL,
  place smallint NOT NULL,
  from_uid bigint NOT NULL,
  to_uid bigint NOT NULL,
  mid text NOT NULL,
  at timestamp with time zone NOT NULL,
  payload jsonb NOT NULL,
  sealed boolean NOT NULL,
  CONSTRAINT report_message_place CHECK (((place >= 1) AND (place <= 105))),
  CONSTRAINT report_message_ticket_place_pk PRIMARY KEY (ticket, place)
);

CREATE TABLE reversal (
  id text NOT NULL,
  order_id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  gems integer DEFAULT 0 NOT NULL,
  taken integer DEFAULT 0 NOT NULL,
  owed integer DEFAULT 0 NOT NULL,
  amount_minor bigint NOT NULL,
  ref text,
  payment_ref text NOT NULL,
  operation text,
  by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  ask_at timestamp with time zone,
  CONSTRAINT reversal_gems CHECK (((gems >= 0) AND (taken >= 0) AND (owed >= 0))),
  CONSTRAINT reversal_pkey PRIMARY KEY (id)
);

CREATE TABLE reward_claim (
  task text NOT NULL,
  owner text NOT NULL,
  day integer NOT NULL,
  uid bigint NOT NULL,
  coins integer NOT NULL,
  step smallint DEFAULT 0 NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reward_claim_coins CHECK ((coins > 0)),
  CONSTRAINT reward_claim_task_owner_day_pk PRIMARY KEY (task, owner, day)
);

CREATE TABLE saved_card (
  id text NOT NULL,
  uid bigint NOT NULL,
  gateway text NOT NULL,
  card_ref text NOT NULL,
  customer_ref text DEFAULT ''::text NOT NULL,
  brand text NOT NULL,
  last4 character(4) NOT NULL,
  expires text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  forgotten_at timestamp with time zone,
  fingerprint text DEFAULT ''::text NOT NULL,
  detached_at timestamp with time zone,
  CONSTRAINT saved_card_pkey PRIMARY KEY (id)
);

CREATE TABLE sealed_answer (
  id text NOT NULL,
  body_mac text NOT NULL,
  answer text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sealed_answer_pkey PRIMARY KEY (id)
);

CREATE TABLE secret (
  name text NOT NULL,
  value text NOT NULL,
  CONSTRAINT secret_pkey PRIMARY KEY (name)
);

CREATE TABLE service_outbox (
  id bigint DEFAULT nextval('service_outbox_id_seq'::regclass) NOT NULL,
  service text NOT NULL,
  to_uid bigint NOT NULL,
  peer bigint NOT NULL,
  stanza_id text NOT NULL,
  payload jsonb NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT service_outbox_pkey PRIMARY KEY (id),
  CONSTRAINT service_outbox_service CHECK ((service = ANY (ARRAY['gift'::text, 'official'::text])))
);

CREATE TABLE site_setting (
  key text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT site_setting_pkey PRIMARY KEY (key)
);

CREATE TABLE site_setting_log (
  id bigint DEFAULT nextval('site_setting_log_id_seq'::regclass) NOT NULL,
  key text NOT NULL,
  before jsonb,
  after jsonb,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT site_setting_log_pkey PRIMARY KEY (id)
);

CREATE TABLE sku (
  sku text NOT NULL,
  kind text NOT NULL,
  gems integer NOT NULL,
  bonus integer DEFAULT 0 NOT NULL,
  "position" smallint NOT NULL,
  active boolean DEFAULT true NOT NULL,
  CONSTRAINT sku_gems CHECK (((gems >= 1) AND (gems <= 1000000) AND ((bonus >= 0) AND (bonus <= 1000000)))),
  CONSTRAINT sku_name CHECK ((sku ~ '^[a-z0-9-]{1,24}$'::text)),
  CONSTRAINT sku_pkey PRIMARY KEY (sku)
);

CREATE TABLE sku_claim (
  sku text NOT NULL,
  owner text NOT NULL,
  order_id text NOT NULL,
  CONSTRAINT sku_claim_sku_owner_pk PRIMARY KEY (sku, owner)
);

CREATE TABLE sku_price (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  sku text NOT NULL,
  country text DEFAULT ''::text NOT NULL,
  currency character(3) NOT NULL,
  amount_minor bigint NOT NULL,
  from_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sku_price_amount CHECK (((amount_minor >= 1) AND (amount_minor <= '10000000000'::bigint))),
  CONSTRAINT sku_price_pkey PRIMARY KEY (id),
  CONSTRAINT sku_price_thousandths CHECK (((currency <> ALL (ARRAY['BHD'::bpchar, 'KWD'::bpchar, 'OMR'::bpchar])) OR ((amount_minor % (10)::bigint) = 0)))
);

CREATE TABLE spend_limit (
  uid bigint NOT NULL,
  scope text NOT NULL,
  "window" text NOT NULL,
  gems bigint,
  next bigint,
  next_at timestamp with time zone,
  CONSTRAINT spend_limit_gems CHECK (((gems >= 0) AND (next >= 0))),
  CONSTRAINT spend_limit_uid_scope_window_pk PRIMARY KEY (uid, scope, "window")
);

CREATE TABLE story (
  id text NOT NULL,
  anchor_uid bigint NOT NULL,
  cover text NOT NULL,
  steps jsonb NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT story_pkey PRIMARY KEY (id)
);

CREATE TABLE story_seen (
  uid bigint NOT NULL,
  story_id text NOT NULL,
  step smallint NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT story_seen_uid_story_id_pk PRIMARY KEY (uid, story_id)
);

CREATE TABLE story_sent (
  uid bigint NOT NULL,
  day integer NOT NULL,
  story_id text NOT NULL,
  CONSTRAINT story_sent_uid_day_pk PRIMARY KEY (uid, day)
);

CREATE TABLE support_inbox (
  uid bigint NOT NULL,
  mid text NOT NULL,
  body text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  answered_at timestamp with time zone,
  CONSTRAINT support_inbox_uid_mid_pk PRIMARY KEY (uid, mid)
);

CREATE TABLE tax_details (
  uid bigint NOT NULL,
  sealed text NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT tax_details_pkey PRIMARY KEY (uid)
);

CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  operation text NOT NULL,
  kind text NOT NULL,
  currency text NOT NULL,
  gross bigint NOT NULL,
  settles bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  CONSTRAINT transfer_currency UNIQUE (id, currency),
  CONSTRAINT transfer_gross CHECK (((gross >= 1) AND (gross <= '9007199254740991'::bigint))),
  CONSTRAINT transfer_pkey PRIMARY KEY (id),
  CONSTRAINT transfer_settles_or_not CHECK (((settles IS NULL) = (kind = ANY (ARRAY['move'::text, 'hold'::text])))),
  CONSTRAINT transfer_subject CHECK (((char_length(subject_id) >= 1) AND (char_length(subject_id) <= 200)))
);

CREATE TABLE upload_room (
  key text NOT NULL,
  uid bigint NOT NULL,
  address text NOT NULL,
  bytes bigint NOT NULL,
  written bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT upload_room_pkey PRIMARY KEY (key)
);

CREATE TABLE violation (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid bigint NOT NULL,
  about bigint,
  rule text NOT NULL,
  mid text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT violation_pkey PRIMARY KEY (id),
  CONSTRAINT violation_rule CHECK ((rule = ANY (ARRAY['porn-words'::text, 'porn-picture'::text])))
);

CREATE TABLE wallet (
  uid bigint NOT NULL,
  currency text NOT NULL,
  amount bigint DEFAULT 0 NOT NULL,
  spent bigint DEFAULT 0 NOT NULL,
  CONSTRAINT wallet_never_negative CHECK (((amount >= 0) AND (spent >= 0))),
  CONSTRAINT wallet_of_ours_is_summed CHECK (((uid > 0) OR (amount = 0))),
  CONSTRAINT wallet_uid_currency_pk PRIMARY KEY (uid, currency)
);

CREATE TABLE wallet_day (
  uid bigint NOT NULL,
  currency text NOT NULL,
  day date NOT NULL,
  came bigint NOT NULL,
  went bigint NOT NULL,
  CONSTRAINT wallet_day_uid_currency_day_pk PRIMARY KEY (uid, currency, day),
  CONSTRAINT wallet_day_went CHECK ((went >= 0))
);

ALTER SEQUENCE account_attribution_id_seq OWNED BY account_attribution.id;

ALTER SEQUENCE maintenance_window_id_seq OWNED BY maintenance_window.id;

ALTER SEQUENCE operator_log_id_seq OWNED BY operator_log.id;

ALTER SEQUENCE service_outbox_id_seq OWNED BY service_outbox.id;

ALTER SEQUENCE site_setting_log_id_seq OWNED BY site_setting_log.id;

-- The only place where a balance changes. `after` of the posting is the balance of the wallet row that this statement locks.
CREATE OR REPLACE FUNCTION public.add_posting_to_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE wallet SET amount = amount + NEW.amount WHERE uid = NEW.uid AND currency = NEW.currency AND uid > 0
    RETURNING amount INTO NEW.after;
  RETURN NEW;
END
$function$;

-- Announces both users of a call that begins or ends: a user in a call is shown as busy.
CREATE OR REPLACE FUNCTION public.announce_call_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR (OLD.state <> 'ended') <> (NEW.state <> 'ended') THEN
    PERFORM pg_notify('presence_changed', NEW.caller::text);
    PERFORM pg_notify('presence_changed', NEW.callee::text);
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.announce_closed_host()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM copy_online_to_anchor(OLD.uid);
  PERFORM pg_notify('presence_changed', OLD.uid::text);
  RETURN NULL;
END
$function$;

-- Announces a notification of a user who is online.
CREATE OR REPLACE FUNCTION public.announce_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM online_stream WHERE uid = NEW.uid) THEN
    PERFORM pg_notify('notice_added', NEW.seq::text);
  END IF;
  RETURN NULL;
END
$function$;

-- Announces each change of the data that the XMPP edge caches about a sender, whichever statement makes it.
CREATE OR REPLACE FUNCTION public.announce_policy_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
  IF TG_TABLE_NAME = 'block' THEN
    PERFORM pg_notify('policy_changed', changed ->> 'owner_uid');
    PERFORM pg_notify('policy_changed', changed ->> 'blocked_uid');
  ELSE
    PERFORM pg_notify('policy_changed', changed ->> 'uid');
  END IF;
  RETURN NULL;
END
$function$;

-- Announces that a user can or can no longer receive pushes. With the last subscription of a user their queued pushes are deleted.
CREATE OR REPLACE FUNCTION public.announce_push_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM push_job WHERE uid = OLD.uid AND NOT EXISTS (SELECT FROM push_token WHERE uid = OLD.uid);
    PERFORM pg_notify('policy_changed', OLD.uid::text);
  ELSE
    PERFORM pg_notify('policy_changed', NEW.uid::text);
  END IF;
  RETURN NULL;
END
$function$;

-- Announces that a user shows or hides their online status. `!`: the change is shown at once, without the grace period of a broken stream.
CREATE OR REPLACE FUNCTION public.announce_settings_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  who bigint := coalesce(NEW.uid, OLD.uid);
BEGIN
  IF (NEW.changed -> 'lastSeen') IS DISTINCT FROM (OLD.changed -> 'lastSeen') THEN
    PERFORM copy_online_to_anchor(who);
    PERFORM pg_notify('presence_changed', who || ' !');
  END IF;
  RETURN NULL;
END
$function$;

-- Records and announces a change of an operator setting in the transaction that makes it.
CREATE OR REPLACE FUNCTION public.announce_site_setting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  was jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE OLD.value END;
  now_is jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE NEW.value END;
  what text := CASE WHEN TG_OP = 'DELETE' THEN OLD.key ELSE NEW.key END;
BEGIN
  IF was IS NOT DISTINCT FROM now_is THEN
    RETURN NULL;
  END IF;
  INSERT INTO site_setting_log (key, before, after) VALUES (what, was, now_is);
  PERFORM pg_notify('site_setting_changed', what);
  RETURN NULL;
END
$function$;

-- Announces the uid; for a stream that ended also its id.
CREATE OR REPLACE FUNCTION public.announce_stream_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM keep_closed_host(OLD.uid);
    PERFORM copy_online_to_anchor(OLD.uid);
    PERFORM pg_notify('presence_changed', OLD.uid || ' ' || OLD.stream_id);
  ELSE
    DELETE FROM closed_host WHERE uid = NEW.uid;
    PERFORM copy_online_to_anchor(NEW.uid);
    PERFORM pg_notify('presence_changed', NEW.uid::text);
  END IF;
  RETURN NULL;
END
$function$;

-- Runs when the transaction commits, so that the postings of a transfer can be inserted one by one.
CREATE OR REPLACE FUNCTION public.check_transfer_sum()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (SELECT sum(amount) FROM posting WHERE transfer_id = NEW.transfer_id) <> 0 THEN
    RAISE EXCEPTION 'the postings of a transfer sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.complete_anchor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  own profile%ROWTYPE;
BEGIN
  SELECT * INTO own FROM profile WHERE uid = NEW.uid;
  NEW.lang := coalesce(own.lang, '');
  NEW.country := coalesce(own.country, '');
  NEW.online := is_seen_online(NEW.uid);
  SELECT coalesce(sum(stars), 0), count(*) INTO NEW.rating_stars, NEW.rating_count
    FROM call JOIN call_rating ON call_rating.sid = call.sid AND call_rating.uid = call.caller WHERE call.callee = NEW.uid;
  RETURN NEW;
END
$function$;

-- Locks the row of the anchor first: when two streams end at once, the second transaction sees the result of the first.
CREATE OR REPLACE FUNCTION public.copy_online_to_anchor(who bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM anchor WHERE uid = who FOR NO KEY UPDATE;
  IF FOUND THEN
    UPDATE anchor SET online = NOT online WHERE uid = who AND online <> is_seen_online(who);
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION public.copy_profile_to_anchor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE anchor SET lang = NEW.lang, country = NEW.country
    WHERE uid = NEW.uid AND (lang, country) <> (NEW.lang, NEW.country);
  RETURN NULL;
END
$function$;

-- Adds the rating of a caller to the sums of the host, by which the hot order and the shown average are computed. A rating by a callee is not counted.
CREATE OR REPLACE FUNCTION public.count_host_rating()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE anchor SET
    rating_stars = rating_stars + NEW.stars - CASE TG_OP WHEN 'UPDATE' THEN OLD.stars ELSE 0 END,
    rating_count = rating_count + CASE TG_OP WHEN 'UPDATE' THEN 0 ELSE 1 END
  FROM call WHERE call.sid = NEW.sid AND call.caller = NEW.uid AND anchor.uid = call.callee;
  RETURN NULL;
END
$function$;

-- Counts the calls in a row that rang at a host until they timed out. The third one turns "Taking calls" off and announces it; an answered call starts the count again.
CREATE OR REPLACE FUNCTION public.count_missed_calls()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed boolean;
BEGIN
  IF OLD.state <> 'ringing' OR NEW.state = 'ringing' THEN
    RETURN NULL;
  END IF;
  IF NEW.state = 'ended' AND NEW.reason = 'timeOut' THEN
    UPDATE anchor SET missed_calls = missed_calls + 1, taking_calls = taking_calls AND missed_calls + 1 < 3
      WHERE uid = NEW.callee AND missed_calls < 3 RETURNING NOT taking_calls INTO changed;
    IF changed THEN
      PERFORM pg_notify('profile_changed', NEW.callee::text);
    END IF;
  ELSIF NEW.answer_time > 0 THEN
    UPDATE anchor SET missed_calls = 0 WHERE uid = NEW.callee AND missed_calls > 0 AND taking_calls;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.end_closed_host()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'push_token' THEN
    DELETE FROM closed_host WHERE uid = OLD.uid AND NOT EXISTS (SELECT FROM push_token WHERE uid = OLD.uid);
  ELSE
    DELETE FROM closed_host WHERE uid = NEW.uid AND (NEW.changed -> 'ringWhenClosed') IS DISTINCT FROM 'true'::jsonb;
  END IF;
  RETURN NULL;
END
$function$;

-- Deletes the push subscription of a session that was revoked.
CREATE OR REPLACE FUNCTION public.forget_push_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM push_token WHERE session_hash = NEW.hash;
  RETURN NULL;
END
$function$;

-- Increments the version of the gift catalogue in the transaction that changes the catalogue.
CREATE OR REPLACE FUNCTION public.gift_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE gift_version SET version = version + 1;
  PERFORM pg_notify('gifts_changed', '');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.guard_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  states text[] := array['ringing', 'answered', 'connected', 'ended'];
BEGIN
  IF array_position(states, NEW.state) < array_position(states, OLD.state) THEN
    RAISE EXCEPTION 'a call only goes forward' USING ERRCODE = 'restrict_violation';
  END IF;
  -- What stays to be done with an ended call is to count its minutes no more.
  IF OLD.state = 'ended' AND to_jsonb(NEW) - 'recent' <> to_jsonb(OLD) - 'recent' THEN
    RAISE EXCEPTION 'a receipt does not change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.guard_operator_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the log of the operator is only added to' USING ERRCODE = 'restrict_violation';
END
$function$;

-- An idempotency key of the gateway always stands for the same request: only the result is added to a recorded request.
CREATE OR REPLACE FUNCTION public.guard_payment_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (OLD.order_id, OLD.kind, OLD.attempt, OLD.operation, OLD.body_hash, OLD.params, OLD.created_at)
    IS DISTINCT FROM (NEW.order_id, NEW.kind, NEW.attempt, NEW.operation, NEW.body_hash, NEW.params, NEW.created_at)
    OR OLD.ref IS DISTINCT FROM NEW.ref AND OLD.ref IS NOT NULL THEN
    RAISE EXCEPTION 'a call of the gateway stays as it was made' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$function$;

-- The agreed terms of an order do not change, and its state changes only along the allowed transitions. Only the operator takes an order out of 'review', in a transaction that sets gemcall.operator to 'on'.
CREATE OR REPLACE FUNCTION public.guard_payment_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  is_move boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'created' THEN
      RAISE EXCEPTION 'an order begins as created' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (OLD.id, OLD.uid, OLD.operation, OLD.body_hash, OLD.device, OLD.price_id, OLD.sku, OLD.gems, OLD.bonus, OLD.amount_minor,
      OLD.currency, OLD.country, OLD.channel, OLD.gateway, OLD.livemode, OLD.scene, OLD.sid, OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM
     (NEW.id, NEW.uid, NEW.operation, NEW.body_hash, NEW.device, NEW.price_id, NEW.sku, NEW.gems, NEW.bonus, NEW.amount_minor,
      NEW.currency, NEW.country, NEW.channel, NEW.gateway, NEW.livemode, NEW.scene, NEW.sid, NEW.created_at, NEW.expires_at)
    OR (OLD.state = 'paid' AND (OLD.paid_at, OLD.payment_ref) IS DISTINCT FROM (NEW.paid_at, NEW.payment_ref)) THEN
    RAISE EXCEPTION 'what was agreed in an order stays' USING ERRCODE = 'restrict_violation';
  END IF;
  is_move := CASE OLD.state
    WHEN 'created' THEN NEW.state IN ('open', 'action', 'confirming', 'paid', 'failed', 'expired', 'review')
    WHEN 'open' THEN NEW.state IN ('action', 'confirming', 'paid', 'failed', 'expired', 'review')
    WHEN 'action' THEN NEW.state IN ('open', 'confirming', 'paid', 'failed', 'expired', 'review')
    WHEN 'confirming' THEN NEW.state IN ('open', 'action', 'paid', 'failed', 'expired', 'review')
    WHEN 'failed' THEN NEW.state IN ('paid', 'review')
    WHEN 'expired' THEN NEW.state IN ('paid', 'review')
    WHEN 'review' THEN NEW.state IN ('paid', 'failed') AND coalesce(current_setting('gemcall.operator', true), '') = 'on'
    ELSE false
  END;
  IF NEW.state <> OLD.state AND NOT is_move THEN
    RAISE EXCEPTION 'an order does not move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.guard_site_setting_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the log of the settings is only added to' USING ERRCODE = 'restrict_violation';
END
$function$;

-- A trigger depth of 1 is a direct statement on the table; 2 is the trigger add_posting_to_wallet.
CREATE OR REPLACE FUNCTION public.guard_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_trigger_depth() < 2 AND NEW.amount <> (CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD.amount END) THEN
    RAISE EXCEPTION 'a balance changes by postings only' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.spent < OLD.spent THEN
    RAISE EXCEPTION 'what was spent only grows' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$function$;

-- Whether a user can be called: by a stream that is not brief (a brief one belongs to a service worker that was woken for a push), or as a host whose closed app rings.
CREATE OR REPLACE FUNCTION public.is_here(who bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM online_stream WHERE uid = who AND NOT brief)
    OR EXISTS (SELECT FROM closed_host WHERE uid = who AND until > now())
$function$;

-- Whether a user is shown as online: they can be called and do not hide their online status.
CREATE OR REPLACE FUNCTION public.is_seen_online(who bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT is_here(who)
    AND NOT EXISTS (SELECT FROM account_settings WHERE uid = who AND changed -> 'lastSeen' = 'false')
$function$;

-- Keeps a host callable for 12 hours after their last stream ends, if they chose to be rung when the app is closed and one of their push subscriptions was confirmed within 7 days.
CREATE OR REPLACE FUNCTION public.keep_closed_host(who bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO closed_host (uid, until)
  SELECT who, now() + interval '12 hours' FROM account_settings
    WHERE uid = who AND changed -> 'ringWhenClosed' = 'true'
      AND EXISTS (SELECT FROM anchor WHERE uid = who)
      AND EXISTS (SELECT FROM push_token WHERE uid = who AND refreshed_at > now() - interval '7 days')
      AND NOT EXISTS (SELECT FROM online_stream WHERE uid = who AND NOT brief)
  ON CONFLICT (uid) DO UPDATE SET until = excluded.until
$function$;

-- Extends the retention of the media of a report by 30 days when the report is closed.
CREATE OR REPLACE FUNCTION public.keep_reported_media()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE media SET kept_until = greatest(kept_until, now() + interval '30 days')
  WHERE gone_at IS NULL AND kept_until IS NOT NULL AND id IN (
    SELECT s.media_id FROM report_message r JOIN media_share s ON s.mid = r.mid AND s.uid = r.to_uid
    WHERE r.ticket = NEW.ticket) AND owner_uid IN (SELECT from_uid FROM report_message WHERE ticket = NEW.ticket);
  RETURN NULL;
END
$function$;

-- The time of a ledger entry. Not the start of the transaction: a transaction that waited for a wallet lock is later than the one that held it. Never before the newest transfer: limits, days and terms of the ledger do not go back when the clock of the database is set back.
CREATE OR REPLACE FUNCTION public.ledger_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  SELECT greatest(clock_timestamp(), (SELECT created_at FROM transfer ORDER BY id DESC LIMIT 1))
$function$;

-- Records one transfer. Returns 'done'; 'known' if the operation was recorded before; 'settled' if another transfer settled the hold; 'locked' if the account may not spend; 'limited' if the user's own spend limit would be exceeded; 'insufficient' if the balance is too low. Only 'done' changes anything. A transfer that settles a hold has the subject of the hold.
CREATE OR REPLACE FUNCTION public.ledger_transfer(op text, what text, money text, total bigint, held bigint, uids bigint[], amounts bigint[], about text, about_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  earlier transfer%ROWTYPE;
  taken transfer%ROWTYPE;
  made bigint;
  moment timestamptz;
  spends boolean;
  spender record;
  refusal text;
BEGIN
  -- Always in the same order, so that no two transfers wait for each other.
  PERFORM FROM wallet
    WHERE currency = money AND uid > 0
      AND uid = ANY (uids || ARRAY(SELECT posting.uid FROM posting WHERE transfer_id = held))
    ORDER BY uid FOR NO KEY UPDATE;
  IF held IS NOT NULL THEN
    SELECT * INTO taken FROM transfer WHERE id = held;
    about := taken.subject_type;
    about_id := taken.subject_id;
  END IF;
  SELECT * INTO earlier FROM transfer WHERE operation = op;
  IF FOUND THEN
    IF (earlier.kind, earlier.currency, earlier.gross, earlier.settles, earlier.subject_type, earlier.subject_id)
      IS DISTINCT FROM (what, money, total, held, about, about_id)
    THEN
      RAISE EXCEPTION 'this operation was another transfer' USING ERRCODE = 'unique_violation';
    END IF;
    RETURN 'known';
  END IF;
  moment := ledger_now();
  spends := about IN ('call', 'booking', 'gift', 'media');
  IF spends AND held IS NULL THEN
    FOR spender IN
      SELECT leg.uid, -sum(leg.amount) AS gems FROM unnest(uids, amounts) AS leg(uid, amount)
      WHERE leg.uid > 0 AND leg.amount < 0 GROUP BY leg.uid
    LOOP
      refusal := spending_refusal(spender.uid, money, spender.gems::bigint, moment);
      IF refusal IS NOT NULL THEN
        RETURN refusal;
      END IF;
    END LOOP;
  END IF;
  IF EXISTS (
    SELECT FROM unnest(uids, amounts) AS leg(uid, amount) JOIN wallet USING (uid)
    WHERE wallet.currency = money AND uid > 0 AND wallet.amount + leg.amount < 0
  ) THEN
    RETURN 'insufficient';
  END IF;
  INSERT INTO transfer (operation, kind, currency, gross, settles, subject_type, subject_id, created_at)
    VALUES (op, what, money, total, held, about, about_id, moment)
    ON CONFLICT DO NOTHING RETURNING id INTO made;
  IF made IS NULL THEN
    PERFORM FROM transfer WHERE operation = op;
    RETURN CASE WHEN FOUND THEN 'known' ELSE 'settled' END;
  END IF;
  INSERT INTO posting (transfer_id, uid, currency, amount)
    SELECT made, leg.uid, money, leg.amount FROM unnest(uids, amounts) AS leg(uid, amount) WHERE leg.amount <> 0;
  IF what = 'void' THEN
    -- The day on which it was taken has spent less.
    UPDATE wallet_day SET
        came = came + CASE WHEN spends THEN 0 ELSE leg.amount END,
        went = went - CASE WHEN spends THEN leg.amount ELSE 0 END
      FROM unnest(uids, amounts) AS leg(uid, amount)
      WHERE wallet_day.uid = leg.uid AND wallet_day.currency = money AND day = utc_day(taken.created_at) AND leg.uid > 0;
  ELSE
    INSERT INTO wallet_day AS kept (uid, currency, day, came, went)
      SELECT leg.uid, money, utc_day(moment),
        CASE WHEN spends AND leg.amount < 0 THEN 0 ELSE leg.amount END,
        CASE WHEN spends AND leg.amount < 0 THEN -leg.amount ELSE 0 END
      FROM unnest(uids, amounts) AS leg(uid, amount) WHERE leg.uid > 0 AND leg.amount <> 0
      ON CONFLICT (uid, currency, day) DO UPDATE SET came = kept.came + excluded.came, went = kept.went + excluded.went;
  END IF;
  -- What is only held is not spent yet.
  UPDATE wallet SET spent = spent - posting.amount FROM posting
    WHERE spends AND what IN ('move', 'post') AND posting.transfer_id = coalesce(held, made) AND posting.amount < 0
      AND wallet.uid = posting.uid AND wallet.currency = money AND wallet.uid > 0;
  RETURN 'done';
END
$function$;

-- Records that a user came online, if they were offline for more than ten minutes. A user who was never offline is not recorded, and brief streams do not count.
CREATE OR REPLACE FUNCTION public.note_arrival()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF coalesce(NEW.brief, OLD.brief) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM online_stream WHERE uid = OLD.uid AND NOT brief) THEN
      INSERT INTO left_online (uid, at) SELECT uid, now() FROM account WHERE uid = OLD.uid
        ON CONFLICT (uid) DO UPDATE SET at = excluded.at;
    END IF;
  ELSIF NOT EXISTS (SELECT FROM online_stream WHERE uid = NEW.uid AND stream_id <> NEW.stream_id AND NOT brief)
    AND EXISTS (SELECT FROM left_online WHERE uid = NEW.uid AND at < now() - interval '10 minutes') THEN
    INSERT INTO came_online (uid, at) VALUES (NEW.uid, now()) ON CONFLICT (uid) DO NOTHING;
  END IF;
  RETURN NULL;
END
$function$;

-- The weekly hours of a host that contain a moment, or else the next ones. A local time that daylight saving time skips is moved forward, one that occurs twice is the second. Null without weekly hours.
CREATE OR REPLACE FUNCTION public.open_hours(hours jsonb, moment timestamp with time zone)
 RETURNS tstzrange
 LANGUAGE sql
 STABLE STRICT
AS $function$
  SELECT tstzrange(opens, closes)
  FROM generate_series(-1, 14) AS later
  CROSS JOIN LATERAL (SELECT (moment AT TIME ZONE (hours ->> 'zone'))::date + later AS day) AS days
  CROSS JOIN LATERAL (SELECT hours -> 'days' -> (extract(isodow FROM day)::integer - 1) AS span) AS spans
  CROSS JOIN LATERAL (SELECT (span ->> 'from')::integer AS starts, (span ->> 'to')::integer AS ends) AS minutes
  CROSS JOIN LATERAL (
    SELECT
      (day + make_interval(mins => starts)) AT TIME ZONE (hours ->> 'zone') AS opens,
      (day + make_interval(days => (ends <= starts)::integer, mins => ends)) AT TIME ZONE (hours ->> 'zone') AS closes
  ) AS instants
  WHERE opens < closes AND closes > moment
  ORDER BY opens, closes DESC
  LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;

-- Reserves one use of an allowance for a call: for the account and, if `by_device`, for each device that is signed in. Returns false, and reserves nothing, if none is left.
CREATE OR REPLACE FUNCTION public.reserve_allowance(what text, times integer, day bigint, by_device boolean, payers_only boolean, who bigint, for_sid text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  owners text[] := ARRAY(
    SELECT 'uid:' || who || coalesce('@' || day, '')
    UNION SELECT 'device:' || device || coalesce('@' || day, '') FROM device_token WHERE by_device AND uid = who AND revoked_at IS NULL
  );
BEGIN
  IF payers_only AND NOT EXISTS (SELECT FROM account WHERE uid = who AND paid) THEN
    RETURN false;
  END IF;
  -- Mostly none is left: then nothing is locked.
  IF EXISTS (SELECT FROM allowance_use WHERE kind = what AND owner = ANY (owners) GROUP BY owner HAVING count(*) >= times) THEN
    RETURN false;
  END IF;
  -- Every request locks in the same order. A device that signs in meanwhile is not locked, and counts from the next call on.
  PERFORM pg_advisory_xact_lock(4600004, hashtext(key))
    FROM (SELECT what || ' ' || owner AS key FROM unnest(owners) owner ORDER BY (what || ' ' || owner) COLLATE "C") keys;
  -- A statement of its own: it sees what was committed while this one waited.
  IF EXISTS (SELECT FROM allowance_use WHERE kind = what AND owner = ANY (owners) GROUP BY owner HAVING count(*) >= times) THEN
    RETURN false;
  END IF;
  INSERT INTO allowance_use (kind, owner, slot, sid)
    SELECT what, own, min(n), for_sid FROM unnest(owners) own, generate_series(1, times) n
    WHERE NOT EXISTS (SELECT FROM allowance_use taken WHERE (taken.kind, taken.owner, taken.slot) = (what, own, n))
    GROUP BY own;
  RETURN true;
END
$function$;

-- The gems that a user can spend now: the balance, reduced by the user's own limits; 0 under a money lock.
CREATE OR REPLACE FUNCTION public.spendable_gems(who bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN EXISTS (SELECT FROM money_lock WHERE money_lock.uid = who) THEN 0 ELSE least(
    coalesce((SELECT amount FROM wallet WHERE wallet.uid = who AND currency = 'gems'), 0), spending_left(who, ledger_now())
  ) END
$function$;

-- The gems that a user's own limits allow now; null without a limit.
CREATE OR REPLACE FUNCTION public.spending_left(who bigint, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT min(greatest(0, CASE WHEN bound.next_at <= moment THEN bound.next ELSE bound.gems END - coalesce((
    SELECT sum(went) FROM wallet_day
    WHERE wallet_day.uid = who AND wallet_day.currency = 'gems'
      AND day > utc_day(moment) - CASE bound."window" WHEN 'week' THEN 7 ELSE 1 END
  ), 0)))::bigint FROM spend_limit AS bound
  WHERE bound.uid = who AND bound.scope = 'use' AND CASE WHEN bound.next_at <= moment THEN bound.next ELSE bound.gems END IS NOT NULL
$function$;

-- Why a user may not spend this amount now: 'locked' if they may not spend at all, 'limited' if their own limit would be exceeded; null if they may. The balance is not considered.
CREATE OR REPLACE FUNCTION public.spending_refusal(who bigint, money text, total bigint, moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
AS $function$
  SELECT CASE
    WHEN EXISTS (SELECT FROM money_lock WHERE money_lock.uid = who) THEN 'locked'
    WHEN money = 'gems' AND spending_left(who, moment) < total THEN 'limited'
  END
$function$;

-- Whether a host takes calls: the switch is on, no pause is running, and it is within the weekly hours if there are any. Null for a host that does not exist.
CREATE OR REPLACE FUNCTION public.takes_calls(host anchor)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT host.taking_calls AND (host.paused_until IS NULL OR host.paused_until <= now())
    AND (host.weekly_hours IS NULL OR coalesce(open_hours(host.weekly_hours, now()) @> now(), false))
$function$;

CREATE OR REPLACE FUNCTION public.utc_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT (moment AT TIME ZONE 'UTC')::date $function$;

ALTER TABLE account_attribution ADD CONSTRAINT account_attribution_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE account_lock ADD CONSTRAINT account_lock_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE account_move ADD CONSTRAINT account_move_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE account_openid ADD CONSTRAINT account_openid_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE account_settings ADD CONSTRAINT account_settings_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE anchor ADD CONSTRAINT anchor_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE auto_message ADD CONSTRAINT auto_message_host_uid_account_uid_fk FOREIGN KEY (host_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE auto_message ADD CONSTRAINT auto_message_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE block ADD CONSTRAINT block_blocked_uid_account_uid_fk FOREIGN KEY (blocked_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE block ADD CONSTRAINT block_owner_uid_account_uid_fk FOREIGN KEY (owner_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE call ADD CONSTRAINT call_callee_account_uid_fk FOREIGN KEY (callee) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE call ADD CONSTRAINT call_caller_account_uid_fk FOREIGN KEY (caller) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE call_frame ADD CONSTRAINT call_frame_ticket_report_ticket_fk FOREIGN KEY (ticket) REFERENCES report(ticket) ON DELETE CASCADE;

ALTER TABLE call_frame ADD CONSTRAINT call_frame_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE call_rating ADD CONSTRAINT call_rating_sid_call_sid_fk FOREIGN KEY (sid) REFERENCES call(sid) ON DELETE CASCADE;

ALTER TABLE call_rating ADD CONSTRAINT call_rating_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE came_online ADD CONSTRAINT came_online_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE card_binding ADD CONSTRAINT card_binding_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE check_in_reminder ADD CONSTRAINT check_in_reminder_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE chosen_country ADD CONSTRAINT chosen_country_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE closed_host ADD CONSTRAINT closed_host_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE connected_account ADD CONSTRAINT connected_account_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE data_export ADD CONSTRAINT data_export_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE device_token ADD CONSTRAINT device_token_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE exclusive_item ADD CONSTRAINT exclusive_item_media_id_media_id_fk FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE;

ALTER TABLE exclusive_item ADD CONSTRAINT exclusive_item_owner_uid_account_uid_fk FOREIGN KEY (owner_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE favourite ADD CONSTRAINT favourite_target_uid_account_uid_fk FOREIGN KEY (target_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE favourite ADD CONSTRAINT favourite_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE friend_request ADD CONSTRAINT friend_request_target_uid_account_uid_fk FOREIGN KEY (target_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE friend_request ADD CONSTRAINT friend_request_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE friendship ADD CONSTRAINT friendship_target_uid_account_uid_fk FOREIGN KEY (target_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE friendship ADD CONSTRAINT friendship_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE gift_received ADD CONSTRAINT gift_received_gift_id_gift_id_fk FOREIGN KEY (gift_id) REFERENCES gift(id);

ALTER TABLE gift_sent ADD CONSTRAINT gift_sent_gift_id_gift_id_fk FOREIGN KEY (gift_id) REFERENCES gift(id);

ALTER TABLE host_application ADD CONSTRAINT host_application_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE host_clip ADD CONSTRAINT host_clip_media_id_media_id_fk FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE;

ALTER TABLE host_clip ADD CONSTRAINT host_clip_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE host_identity ADD CONSTRAINT host_identity_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE host_price_change ADD CONSTRAINT host_price_change_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE left_online ADD CONSTRAINT left_online_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE media ADD CONSTRAINT media_owner_uid_account_uid_fk FOREIGN KEY (owner_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE media ADD CONSTRAINT media_poster_id_media_id_fk FOREIGN KEY (poster_id) REFERENCES media(id) ON DELETE SET NULL;

ALTER TABLE media_pass ADD CONSTRAINT media_pass_token_hash_device_token_hash_fk FOREIGN KEY (token_hash) REFERENCES device_token(hash) ON DELETE CASCADE;

ALTER TABLE media_pass ADD CONSTRAINT media_pass_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE media_share ADD CONSTRAINT media_share_lock_id_media_lock_id_fk FOREIGN KEY (lock_id) REFERENCES media_lock(id);

ALTER TABLE media_share ADD CONSTRAINT media_share_media_id_media_id_fk FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE;

ALTER TABLE media_share ADD CONSTRAINT media_share_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE message_lock ADD CONSTRAINT message_lock_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE notice ADD CONSTRAINT notice_about_account_uid_fk FOREIGN KEY (about) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE notice ADD CONSTRAINT notice_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE online_wish ADD CONSTRAINT online_wish_target_uid_account_uid_fk FOREIGN KEY (target_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE online_wish ADD CONSTRAINT online_wish_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE operation ADD CONSTRAINT operation_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE operator_session ADD CONSTRAINT operator_session_name_operator_account_name_fk FOREIGN KEY (name) REFERENCES operator_account(name) ON DELETE CASCADE;

ALTER TABLE passkey ADD CONSTRAINT passkey_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE passkey_challenge ADD CONSTRAINT passkey_challenge_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE passkey_handle ADD CONSTRAINT passkey_handle_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE payment_call ADD CONSTRAINT payment_call_order_id_payment_order_id_fk FOREIGN KEY (order_id) REFERENCES payment_order(id);

ALTER TABLE payment_order ADD CONSTRAINT payment_order_price_id_sku_price_id_fk FOREIGN KEY (price_id) REFERENCES sku_price(id);

ALTER TABLE payout_account ADD CONSTRAINT payout_account_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE payout_transfer ADD CONSTRAINT payout_transfer_payout_id_payout_id_fk FOREIGN KEY (payout_id) REFERENCES payout(id) ON DELETE CASCADE;

ALTER TABLE person_like ADD CONSTRAINT person_like_target_uid_account_uid_fk FOREIGN KEY (target_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE person_like ADD CONSTRAINT person_like_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE posting ADD CONSTRAINT posting_of_transfer FOREIGN KEY (transfer_id, currency) REFERENCES transfer(id, currency);

ALTER TABLE posting ADD CONSTRAINT posting_to_wallet FOREIGN KEY (uid, currency) REFERENCES wallet(uid, currency);

ALTER TABLE profile ADD CONSTRAINT profile_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE push_job ADD CONSTRAINT push_job_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE push_pace ADD CONSTRAINT push_pace_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE push_token ADD CONSTRAINT push_token_session_hash_device_token_hash_fk FOREIGN KEY (session_hash) REFERENCES device_token(hash) ON DELETE CASCADE;

ALTER TABLE push_token ADD CONSTRAINT push_token_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE recovery_email ADD CONSTRAINT recovery_email_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE report ADD CONSTRAINT report_target_uid_account_uid_fk FOREIGN KEY (target_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE report ADD CONSTRAINT report_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE report_message ADD CONSTRAINT report_message_ticket_report_ticket_fk FOREIGN KEY (ticket) REFERENCES report(ticket) ON DELETE CASCADE;

ALTER TABLE reversal ADD CONSTRAINT reversal_order_id_payment_order_id_fk FOREIGN KEY (order_id) REFERENCES payment_order(id);

ALTER TABLE saved_card ADD CONSTRAINT saved_card_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE service_outbox ADD CONSTRAINT service_outbox_to_uid_account_uid_fk FOREIGN KEY (to_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE sku_claim ADD CONSTRAINT sku_claim_order_id_payment_order_id_fk FOREIGN KEY (order_id) REFERENCES payment_order(id);

ALTER TABLE sku_price ADD CONSTRAINT sku_price_sku_sku_sku_fk FOREIGN KEY (sku) REFERENCES sku(sku);

ALTER TABLE spend_limit ADD CONSTRAINT spend_limit_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE story ADD CONSTRAINT story_anchor_uid_account_uid_fk FOREIGN KEY (anchor_uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE story_seen ADD CONSTRAINT story_seen_story_id_story_id_fk FOREIGN KEY (story_id) REFERENCES story(id) ON DELETE CASCADE;

ALTER TABLE story_seen ADD CONSTRAINT story_seen_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE story_sent ADD CONSTRAINT story_sent_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE support_inbox ADD CONSTRAINT support_inbox_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE transfer ADD CONSTRAINT transfer_settles FOREIGN KEY (settles) REFERENCES transfer(id);

ALTER TABLE upload_room ADD CONSTRAINT upload_room_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

ALTER TABLE violation ADD CONSTRAINT violation_uid_account_uid_fk FOREIGN KEY (uid) REFERENCES account(uid) ON DELETE CASCADE;

CREATE INDEX account_attribution_by_uid ON public.account_attribution USING btree (uid, id);

CREATE INDEX account_openid_ended ON public.account_openid USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX account_openid_of ON public.account_openid USING btree (uid);

CREATE INDEX account_to_purge ON public.account USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (purged_at IS NULL));

CREATE INDEX allowance_use_by_sid ON public.allowance_use USING btree (sid);

CREATE INDEX anchor_by_age ON public.anchor USING btree (created_at, uid);

CREATE INDEX anchor_by_country_heat ON public.anchor USING btree (country, online, paid_minutes_recent, rank, uid);

CREATE INDEX anchor_by_country_rated_heat ON public.anchor USING btree (country, online, heat, rank, uid);

CREATE INDEX anchor_by_heat ON public.anchor USING btree (online, paid_minutes_recent, rank, uid);

CREATE INDEX anchor_by_lang_age ON public.anchor USING btree (lang, created_at, uid);

CREATE INDEX anchor_by_lang_heat ON public.anchor USING btree (lang, online, paid_minutes_recent, rank, uid);

CREATE INDEX anchor_by_lang_rated_heat ON public.anchor USING btree (lang, online, heat, rank, uid);

CREATE INDEX anchor_by_rated_heat ON public.anchor USING btree (online, heat, rank, uid);

CREATE INDEX anchor_silver_by_heat ON public.anchor USING btree (online, paid_minutes_recent, rank, uid) WHERE is_silver;

CREATE INDEX anchor_silver_by_rated_heat ON public.anchor USING btree (online, heat, rank, uid) WHERE is_silver;

CREATE INDEX archive_by_peer ON public.archive USING btree (owner, peer, id);

CREATE UNIQUE INDEX archive_once ON public.archive USING btree (owner, peer, "out", mid);

CREATE INDEX block_by_blocked ON public.block USING btree (blocked_uid);

CREATE INDEX booking_due ON public.booking USING btree (due_at) WHERE (state = ANY (ARRAY['proposed'::text, 'accepted'::text]));

CREATE INDEX booking_of_host ON public.booking USING btree (host, proposed_at);

CREATE INDEX booking_of_viewer ON public.booking USING btree (viewer, proposed_at);

CREATE UNIQUE INDEX booking_once ON public.booking USING btree (viewer, operation);

CREATE INDEX call_by_callee ON public.call USING btree (callee, settled_at);

CREATE INDEX call_by_caller ON public.call USING btree (caller, settled_at);

CREATE INDEX call_due ON public.call USING btree (due_at) WHERE (state <> 'ended'::text);

CREATE INDEX call_fair_start_of_callee ON public.call USING btree (callee, end_time) WHERE (fair_start <> ''::text);

CREATE INDEX call_fair_start_of_caller ON public.call USING btree (caller, end_time) WHERE (fair_start <> ''::text);

CREATE INDEX call_frame_of_call ON public.call_frame USING btree (sid, uid);

CREATE UNIQUE INDEX call_frame_of_report ON public.call_frame USING btree (ticket) WHERE (origin = 'report'::text);

CREATE INDEX call_frame_of_ticket ON public.call_frame USING btree (ticket);

CREATE INDEX call_frame_of_user ON public.call_frame USING btree (uid);

CREATE UNIQUE INDEX call_one_of_callee ON public.call USING btree (callee) WHERE (state <> 'ended'::text);

CREATE UNIQUE INDEX call_one_of_caller ON public.call USING btree (caller) WHERE (state <> 'ended'::text);

CREATE INDEX call_recent ON public.call USING btree (end_time) WHERE recent;

CREATE INDEX call_refunded ON public.call USING btree (caller, end_time) WHERE (refunded_minutes > 0);

CREATE UNIQUE INDEX card_binding_once ON public.card_binding USING btree (uid, operation);

CREATE INDEX connected_account_asked ON public.connected_account USING btree (asked_at);

CREATE UNIQUE INDEX connected_account_ref ON public.connected_account USING btree (ref) WHERE (ref <> ''::text);

CREATE INDEX consent_proof_by_age ON public.consent_proof USING btree (at);

CREATE INDEX data_export_of ON public.data_export USING btree (uid, at);

CREATE INDEX device_token_known ON public.device_token USING btree (uid, device);

CREATE UNIQUE INDEX device_token_one_live ON public.device_token USING btree (uid, device) WHERE (revoked_at IS NULL);

CREATE UNIQUE INDEX exclusive_item_place ON public.exclusive_item USING btree (owner_uid, place);

CREATE INDEX favourite_by_target ON public.favourite USING btree (target_uid);

CREATE INDEX favourite_by_uid ON public.favourite USING btree (uid, seq);

CREATE INDEX friend_request_by_target ON public.friend_request USING btree (target_uid, seq);

CREATE INDEX friendship_by_target ON public.friendship USING btree (target_uid);

CREATE INDEX friendship_by_uid ON public.friendship USING btree (uid, seq);

CREATE INDEX gateway_event_of_order ON public.gateway_event USING btree (order_id) WHERE (ref IS NOT NULL);

CREATE INDEX gift_sent_combo ON public.gift_sent USING btree (from_uid, combo, total);

CREATE UNIQUE INDEX gift_sent_once ON public.gift_sent USING btree (from_uid, op);

CREATE INDEX gift_sent_pair ON public.gift_sent USING btree (to_uid, from_uid);

CREATE INDEX host_application_waiting ON public.host_application USING btree (applied_at) WHERE (state = 'submitted'::text);

CREATE INDEX host_identity_open ON public.host_identity USING btree (asked_at) WHERE (state = ANY (ARRAY['started'::text, 'processing'::text]));

CREATE INDEX host_price_change_of ON public.host_price_change USING btree (uid, at);

CREATE INDEX measure_event_by_account ON public.measure_event USING btree (account_uid) WHERE (account_uid IS NOT NULL);

CREATE INDEX measure_event_by_age ON public.measure_event USING btree (received_at);

CREATE INDEX measure_event_by_device ON public.measure_event USING btree (distinct_id, name, at);

CREATE INDEX measure_event_by_name ON public.measure_event USING btree (name, at);

CREATE INDEX media_by_owner ON public.media USING btree (owner_uid, created_at);

CREATE INDEX media_by_poster ON public.media USING btree (poster_id) WHERE (poster_id IS NOT NULL);

CREATE UNIQUE INDEX media_by_upload ON public.media USING btree (owner_uid, upload_name);

CREATE INDEX media_lock_by_pair ON public.media_lock USING btree (from_uid, to_uid, created_at);

CREATE INDEX media_lock_by_receiver ON public.media_lock USING btree (to_uid, created_at);

CREATE INDEX media_lock_held ON public.media_lock USING btree (opened_at) WHERE (settled = 'held'::text);

CREATE UNIQUE INDEX media_lock_of_source ON public.media_lock USING btree (source, from_uid, to_uid, mid);

CREATE INDEX media_lock_owed ON public.media_lock USING btree (from_uid) WHERE (owed > 0);

CREATE INDEX media_private ON public.media USING btree (kept_until) WHERE ((purpose = 'chat'::text) AND (gone_at IS NULL));

CREATE INDEX media_share_by_lock ON public.media_share USING btree (lock_id) WHERE (lock_id IS NOT NULL);

CREATE INDEX media_share_by_uid ON public.media_share USING btree (uid);

CREATE INDEX media_space ON public.media USING btree (owner_uid, bytes) WHERE ((purpose = 'chat'::text) AND (gone_at IS NULL));

CREATE INDEX media_unchecked ON public.media USING btree (created_at) WHERE ((purpose = 'chat'::text) AND (checked_at IS NULL) AND (gone_at IS NULL));

CREATE INDEX notice_by_about ON public.notice USING btree (about);

CREATE INDEX notice_by_age ON public.notice USING btree (at);

CREATE INDEX notice_by_uid ON public.notice USING btree (uid, seq);

CREATE UNIQUE INDEX notice_once ON public.notice USING btree (uid, key);

CREATE INDEX online_stream_by_process ON public.online_stream USING btree (process_id);

CREATE INDEX online_stream_by_uid ON public.online_stream USING btree (uid);

CREATE INDEX online_wish_by_age ON public.online_wish USING btree (at);

CREATE INDEX online_wish_by_target ON public.online_wish USING btree (target_uid);

CREATE INDEX operation_created ON public.operation USING btree (created_at);

CREATE INDEX operator_session_of ON public.operator_session USING btree (name);

CREATE INDEX passkey_challenge_of ON public.passkey_challenge USING btree (uid);

CREATE INDEX passkey_challenge_until ON public.passkey_challenge USING btree (until);

CREATE INDEX passkey_of ON public.passkey USING btree (uid);

CREATE UNIQUE INDEX payment_call_once ON public.payment_call USING btree (order_id, operation) WHERE (kind = 'charge'::text);

CREATE INDEX payment_order_due ON public.payment_order USING btree (ask_at) WHERE (ask_at IS NOT NULL);

CREATE INDEX payment_order_of ON public.payment_order USING btree (uid, created_at);

CREATE INDEX payment_order_of_device ON public.payment_order USING btree (device, created_at);

CREATE UNIQUE INDEX payment_order_once ON public.payment_order USING btree (uid, operation);

CREATE UNIQUE INDEX payment_order_payment ON public.payment_order USING btree (gateway, payment_ref);

CREATE INDEX payout_of ON public.payout USING btree (uid, requested_at);

CREATE UNIQUE INDEX payout_once ON public.payout USING btree (uid, operation);

CREATE UNIQUE INDEX payout_one_open ON public.payout USING btree (uid) WHERE (state = ANY (ARRAY['requested'::text, 'approved'::text]));

CREATE INDEX payout_transfer_asked ON public.payout_transfer USING btree (asked_at);

CREATE UNIQUE INDEX payout_transfer_ref ON public.payout_transfer USING btree (ref) WHERE (ref <> ''::text);

CREATE INDEX payout_undo_waiting ON public.payout USING btree (requested_at) WHERE (first_undoer <> ''::text);

CREATE INDEX payout_waiting ON public.payout USING btree (requested_at) WHERE (state = ANY (ARRAY['requested'::text, 'approved'::text]));

CREATE INDEX person_like_by_target ON public.person_like USING btree (target_uid, seq);

CREATE INDEX person_like_by_uid ON public.person_like USING btree (uid, seq);

CREATE INDEX posting_by_wallet ON public.posting USING btree (uid, currency, id);

CREATE UNIQUE INDEX posting_once ON public.posting USING btree (transfer_id, uid, currency);

CREATE INDEX push_job_due ON public.push_job USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX push_job_old ON public.push_job USING btree (expires_at);

CREATE INDEX push_token_by_uid ON public.push_token USING btree (uid);

CREATE INDEX recovery_code_by_address ON public.recovery_code USING btree (address);

CREATE INDEX recovery_code_until ON public.recovery_code USING btree (until);

CREATE INDEX report_by_target ON public.report USING btree (target_uid, created_at);

CREATE INDEX report_message_by_mid ON public.report_message USING btree (mid);

CREATE UNIQUE INDEX report_one_open ON public.report USING btree (uid, target_uid, reason, mid, sid) WHERE open;

CREATE UNIQUE INDEX reversal_asked_once ON public.reversal USING btree (order_id, operation);

CREATE INDEX reversal_due ON public.reversal USING btree (ask_at) WHERE (ask_at IS NOT NULL);

CREATE INDEX reversal_of_order ON public.reversal USING btree (order_id);

CREATE UNIQUE INDEX reversal_once ON public.reversal USING btree (order_id, ref);

CREATE INDEX reward_claim_by_uid ON public.reward_claim USING btree (uid);

CREATE INDEX saved_card_of ON public.saved_card USING btree (uid);

CREATE UNIQUE INDEX saved_card_once ON public.saved_card USING btree (gateway, card_ref);

CREATE INDEX sealed_answer_created ON public.sealed_answer USING btree (created_at);

CREATE UNIQUE INDEX service_outbox_once ON public.service_outbox USING btree (service, to_uid, stanza_id);

CREATE INDEX sku_claim_by_order ON public.sku_claim USING btree (order_id);

CREATE INDEX sku_price_now ON public.sku_price USING btree (sku, country, currency, from_at);

CREATE INDEX story_by_anchor ON public.story USING btree (anchor_uid);

CREATE INDEX support_open ON public.support_inbox USING btree (at) WHERE (answered_at IS NULL);

CREATE UNIQUE INDEX transfer_once ON public.transfer USING btree (operation);

CREATE UNIQUE INDEX transfer_settled_once ON public.transfer USING btree (settles);

CREATE INDEX upload_room_uid ON public.upload_room USING btree (uid);

CREATE INDEX upload_room_until ON public.upload_room USING btree (until);

CREATE UNIQUE INDEX violation_of_picture ON public.violation USING btree (uid, mid) WHERE (rule = 'porn-picture'::text);

CREATE UNIQUE INDEX violation_of_words ON public.violation USING btree (uid, about, mid) WHERE (rule = 'porn-words'::text);

CREATE INDEX violation_recent ON public.violation USING btree (uid, at);

CREATE TRIGGER account_changed AFTER UPDATE OF nick_name, role, birth_date, closed_at ON public.account FOR EACH ROW EXECUTE FUNCTION announce_policy_change();

-- The edge caches that a uid belongs to no account. A new account can receive messages at once.
CREATE TRIGGER account_created AFTER INSERT ON public.account FOR EACH ROW EXECUTE FUNCTION announce_policy_change();

CREATE TRIGGER account_settings_changed AFTER INSERT OR DELETE OR UPDATE ON public.account_settings FOR EACH ROW EXECUTE FUNCTION announce_policy_change();

CREATE TRIGGER closed_host_unwilling AFTER UPDATE ON public.account_settings FOR EACH ROW EXECUTE FUNCTION end_closed_host();

CREATE TRIGGER last_seen_changed AFTER INSERT OR DELETE OR UPDATE ON public.account_settings FOR EACH ROW EXECUTE FUNCTION announce_settings_change();

CREATE TRIGGER anchor_completed BEFORE INSERT ON public.anchor FOR EACH ROW EXECUTE FUNCTION complete_anchor();

CREATE TRIGGER block_changed AFTER INSERT OR DELETE OR UPDATE ON public.block FOR EACH ROW EXECUTE FUNCTION announce_policy_change();

CREATE TRIGGER call_changed AFTER INSERT OR UPDATE OF state ON public.call FOR EACH ROW EXECUTE FUNCTION announce_call_change();

CREATE TRIGGER call_guarded BEFORE UPDATE ON public.call FOR EACH ROW EXECUTE FUNCTION guard_call();

CREATE TRIGGER call_missed AFTER UPDATE OF state ON public.call FOR EACH ROW EXECUTE FUNCTION count_missed_calls();

CREATE TRIGGER call_rating_counted AFTER INSERT OR UPDATE OF stars ON public.call_rating FOR EACH ROW EXECUTE FUNCTION count_host_rating();

CREATE TRIGGER closed_host_ended AFTER DELETE ON public.closed_host FOR EACH ROW EXECUTE FUNCTION announce_closed_host();

-- Only rows older than the retention (CONSENT_PROOF_KEPT_DAYS) may be deleted.
CREATE TRIGGER consent_proof_append_only BEFORE DELETE ON public.consent_proof FOR EACH ROW WHEN ((old.at > (now() - make_interval(days => 1095)))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER consent_proof_never_changed BEFORE UPDATE ON public.consent_proof FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER consent_proof_never_emptied BEFORE TRUNCATE ON public.consent_proof FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER push_token_forgotten AFTER UPDATE OF revoked_at ON public.device_token FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION forget_push_token();

-- The edge caches who may write to whom, which depends on friendships.
CREATE TRIGGER friendship_changed AFTER INSERT OR DELETE ON public.friendship FOR EACH ROW EXECUTE FUNCTION announce_policy_change();

CREATE TRIGGER gift_changed AFTER INSERT OR DELETE OR UPDATE ON public.gift FOR EACH STATEMENT EXECUTE FUNCTION gift_changed();

CREATE TRIGGER lucky_draw_append_only BEFORE DELETE OR UPDATE ON public.lucky_draw FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER lucky_draw_never_emptied BEFORE TRUNCATE ON public.lucky_draw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER message_lock_changed AFTER INSERT OR DELETE OR UPDATE ON public.message_lock FOR EACH ROW EXECUTE FUNCTION announce_policy_change();

CREATE TRIGGER notice_added AFTER INSERT ON public.notice FOR EACH ROW EXECUTE FUNCTION announce_notice();

CREATE TRIGGER online_stream_arrival AFTER INSERT OR DELETE ON public.online_stream FOR EACH ROW EXECUTE FUNCTION note_arrival();

CREATE TRIGGER online_stream_changed AFTER INSERT ON public.online_stream FOR EACH ROW WHEN ((NOT new.brief)) EXECUTE FUNCTION announce_stream_change();

CREATE TRIGGER online_stream_ended AFTER DELETE ON public.online_stream FOR EACH ROW WHEN ((NOT old.brief)) EXECUTE FUNCTION announce_stream_change();

CREATE TRIGGER operator_log_guarded BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_log FOR EACH STATEMENT EXECUTE FUNCTION guard_operator_log();

CREATE TRIGGER payment_call_guarded BEFORE UPDATE ON public.payment_call FOR EACH ROW EXECUTE FUNCTION guard_payment_call();

CREATE TRIGGER payment_call_stays BEFORE DELETE ON public.payment_call FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payment_order_guarded BEFORE INSERT OR UPDATE ON public.payment_order FOR EACH ROW EXECUTE FUNCTION guard_payment_order();

CREATE TRIGGER payment_order_never_emptied BEFORE TRUNCATE ON public.payment_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payment_order_stays BEFORE DELETE ON public.payment_order FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER posting_added BEFORE INSERT ON public.posting FOR EACH ROW EXECUTE FUNCTION add_posting_to_wallet();

CREATE TRIGGER posting_append_only BEFORE DELETE OR UPDATE ON public.posting FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER posting_never_emptied BEFORE TRUNCATE ON public.posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE CONSTRAINT TRIGGER posting_sums_to_zero AFTER INSERT ON public.posting DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transfer_sum();

CREATE TRIGGER profile_copied AFTER INSERT OR UPDATE OF lang, country ON public.profile FOR EACH ROW EXECUTE FUNCTION copy_profile_to_anchor();

CREATE TRIGGER closed_host_unreachable AFTER DELETE ON public.push_token FOR EACH ROW EXECUTE FUNCTION end_closed_host();

CREATE TRIGGER push_token_changed AFTER INSERT OR DELETE ON public.push_token FOR EACH ROW EXECUTE FUNCTION announce_push_token();

CREATE TRIGGER report_closed AFTER UPDATE OF open ON public.report FOR EACH ROW WHEN ((old.open AND (NOT new.open))) EXECUTE FUNCTION keep_reported_media();

CREATE TRIGGER reward_claim_append_only BEFORE DELETE OR UPDATE ON public.reward_claim FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reward_claim_never_emptied BEFORE TRUNCATE ON public.reward_claim FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER site_setting_changed AFTER INSERT OR DELETE OR UPDATE ON public.site_setting FOR EACH ROW EXECUTE FUNCTION announce_site_setting();

CREATE TRIGGER site_setting_log_guarded BEFORE DELETE OR UPDATE ON public.site_setting_log FOR EACH ROW EXECUTE FUNCTION guard_site_setting_log();

CREATE TRIGGER sku_price_append_only BEFORE DELETE OR UPDATE ON public.sku_price FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER sku_price_never_emptied BEFORE TRUNCATE ON public.sku_price FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER transfer_append_only BEFORE DELETE OR UPDATE ON public.transfer FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER transfer_never_emptied BEFORE TRUNCATE ON public.transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER wallet_guarded BEFORE INSERT OR UPDATE ON public.wallet FOR EACH ROW EXECUTE FUNCTION guard_wallet();
