-- Recording what a carrier's list says was part of the right 'refunds', and is one of its own: who had the first by name has both.
update accounts set extra_rights = replace(extra_rights, '"refunds"', '"refunds","remittances"') where extra_rights like '%"refunds"%';
update invitations set extra_rights = replace(extra_rights, '"refunds"', '"refunds","remittances"') where extra_rights like '%"refunds"%';
