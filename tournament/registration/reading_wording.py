"""What is said about entry forms that were read: each problem in words, with what to do about it."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem

# Nothing could be read.
REFUSALS = {
    "empty_file": (
        _("The file is empty."),
        _("Check that the right file was chosen, and that the list was saved in it."),
    ),
    "too_big": (
        _("The file is %(megabytes)s MB; at most %(most)s MB are read."),
        _("Copy the table alone into a new workbook, without pictures, and send that."),
    ),
    "encrypted": (
        _("The workbook is protected by a password."),
        _("Open it in Excel or WPS, take the password away, save the workbook and send it again."),
    ),
    "other_kind": (
        _("This is no workbook that can be read, but a file of the kind %(kind)s."),
        _("Open it in Excel or WPS and save it as .xlsx (renaming is not enough), or use the entry form."),
    ),
    "broken_workbook": (
        _("The workbook is damaged and cannot be opened."),
        _("Open it in Excel or WPS, save it under a new name as .xlsx, and send that."),
    ),
    "unsafe_workbook": (
        _("The workbook holds declarations that no spreadsheet program writes; it is not opened."),
        _("Copy the table into the entry form from here, and send that."),
    ),
    "unpacks_too_big": (
        _("Unpacked, the workbook would be larger than the %(most)s MB that are read."),
        _("Copy the table alone into a new workbook and send that."),
    ),
    "too_many_parts": (
        _("The workbook consists of %(count)s parts; at most %(most)s are opened."),
        _("Copy the table alone into a new workbook and send that."),
    ),
    "too_many_cells": (
        _("The workbook has more than %(most)s filled cells or reaches too far; that is no entry form."),
        _("Copy the table alone into a new workbook and send that."),
    ),
    "too_many_sheets": (
        _("The workbook has more than %(most)s sheets."),
        _("Send the sheets with entries only, in several workbooks if need be."),
    ),
    "unknown_encoding": (
        _("The text of the file cannot be made out: it is neither UTF-8 nor GBK nor a workbook."),
        _("Open it in Excel or WPS and save it as .xlsx or as “CSV UTF-8”."),
    ),
    "no_table": (
        _("No row with headings such as 姓名 and 联系电话 was found, and no column that looks like names."),
        _("Put a row of headings above the list (单位, 姓名, 联系电话), or use the entry form from here."),
    ),
}

# Notes on the file as a whole.
FILE_NOTES = {
    "macros": (
        _("The workbook has macros. They were not run; only the cells were read."),
        _("Nothing needs to be done, if the entries below are right."),
    ),
    "renamed": (
        _("The file's ending does not fit what is in it; it was read as what it is."),
        _("Check that the entries below are those you meant to send."),
    ),
    "hidden_sheet": (
        _("The hidden sheet “%(sheet)s” has a list that was not read."),
        _("If its people are to be entered, show the sheet in Excel and send the file again."),
    ),
    "no_players": (
        _("There is a heading row, but nobody is entered below it."),
        _("Fill in names, or choose the filled-in file."),
    ),
    "no_heading_row": (
        _("There is no heading row; what the columns hold was guessed."),
        _("Check each column below, or put headings (单位, 姓名, 联系电话) above the list."),
    ),
    "example_skipped": (
        _("This row was taken for the example of the form and left out."),
        _("If it is a real entry, take the word 例 out of it."),
    ),
    "not_a_player": (
        _("This person is entered as %(role)s, not as a player, and was left out of the entries."),
        _("If this person plays, write 队员 in this cell."),
    ),
    "correction_nowhere": (
        _("There is no cell of this address, so its correction was left out."),
        _("Check the sheet's name and the cell."),
    ),
}

NAMES = {
    "name_missing": (
        _("The name is missing, but other cells of this player are filled in."),
        _("Type the name, or empty the other cells."),
    ),
    "name_pending": (
        _("The name is still open."),
        _("Type the name, or empty the row and enter the player later."),
    ),
    "name_digits": (
        _("The name “%(name)s” has digits in it."),
        _("Keep the name only, and put numbers into their own columns."),
    ),
    "name_odd_characters": (
        _("The name “%(name)s” has signs in it that no name has."),
        _("Type the name again; put remarks into the note column."),
    ),
    "name_damaged": (
        _("In the name “%(name)s” a character was lost on the way, probably a rare one."),
        _("Type the name again here; rare characters such as 䶮 are kept."),
    ),
    "name_private": (
        _("The name “%(name)s” has a character that only its writer's computer can show."),
        _("Ask how the character is written, and type it again with an up-to-date input method."),
    ),
    "name_long": (
        _("The name “%(name)s” is longer than any name."),
        _("Check whether several people or a remark stand in this cell, and part them."),
    ),
    "name_short": (
        _("The name “%(name)s” has one character only."),
        _("Check that it is complete."),
    ),
    "name_unlike_a_name": (
        _("“%(name)s” is unusually long for a name."),
        _("Check whether several people stand in this cell without a sign between them."),
    ),
    "name_joined": (
        _("What stands with spaces between was read as the one name “%(name)s”."),
        _("If two people are meant, part them with 、."),
    ),
    "name_parted": (
        _("The cell was read as several people, one of them “%(name)s”."),
        _("If it is one person, type the name without spaces."),
    ),
    "name_invisible": (
        _("The name “%(name)s” had invisible characters in it; they were taken out."),
        _("Check that the name is right as it is shown here."),
    ),
    "person_twice": (
        _("%(name)s is entered twice; the same person already stands in %(other_at)s."),
        _("Take one of the two out."),
    ),
    "same_name": (
        _("The branch “%(branch)s” has the name %(name)s twice; the other stands in %(other_at)s."),
        _("If it is one person, take one out; if they are two, give each a phone or a staff number."),
    ),
}

DETAILS = {
    "phone_no_phone": (
        _("What stands here is no phone number."),
        _("Type a mobile number of 11 digits, or leave the cell empty."),
    ),
    "phone_digits": (
        _("This mobile number has %(digits)s digits instead of 11."),
        _("Compare it with the paper form and type it again."),
    ),
    "phone_spoilt": (
        _("Excel has shortened this phone number (as in 1.38E+10), and its last digits are lost."),
        _("Set the column to the format Text and type the number again."),
    ),
    "phone_identity": (
        _("This is the number of an identity card, not a phone number. It was not taken over."),
        _("Type the phone number, and send no identity card numbers."),
    ),
    "phone_short": (
        _("This is a short number that only works inside the house."),
        _("Better type the mobile number."),
    ),
    "phone_too_many": (
        _("There are %(phones)s phone numbers for %(people)s people here; the first ones were taken."),
        _("Check which number is whose."),
    ),
    "phone_missing": (
        _("This entry has no phone number, not even %(name)s's."),
        _("Type one number at which the entry can be called on the day."),
    ),
    "phone_shared": (
        _("%(name)s has the same phone number as %(other)s in %(other_at)s."),
        _("Check whether one of them was copied by mistake."),
    ),
    "contact_phone_wrong": (
        _("The contact's phone number cannot be right."),
        _("Type it again, with 11 digits or with its area code."),
    ),
    "sex_unknown": (
        _("What stands here is neither 男 nor 女."),
        _("Choose 男 or 女, or leave the cell empty."),
    ),
    "formula_without_value": (
        _("This cell holds a formula that was never computed."),
        _("Type the text itself, or open the file in Excel or WPS, save it, and send it again."),
    ),
    "cell_error": (
        _("This cell shows the error %(value)s instead of a value."),
        _("Type the text itself in place of the formula."),
    ),
    "text_too_long": (
        _("The text in this cell is longer than any entry needs, and was not read."),
        _("Shorten it."),
    ),
    "total_differs": (
        _("The form itself counts %(said)s here, but %(found)s were read above it."),
        _("Check whether a row is missing or was read wrongly."),
    ),
}

ENTRIES = {
    "too_few_players": (
        _("This entry has %(count)s players where %(players)s are needed."),
        _("Add the missing player, or check which rows belong together."),
    ),
    "too_many_players": (
        _("This entry has %(count)s players, but only %(players)s may play."),
        _("Take one out, or write 替补 in the note of the reserve."),
    ),
    "pair_across_gap": (
        _("An empty row stands between the two players of this pair."),
        _("Check that these two really belong together."),
    ),
    "two_branches": (
        _("These players are of “%(branch)s” and “%(other)s”; they were entered for “%(branch)s”."),
        _("If they are no joint team, correct the branch or check which rows belong together."),
    ),
    "quota_exceeded": (
        _("The branch “%(branch)s” enters %(count)s, but may enter %(quota)s; this is the first too many."),
        _("Ask the branch which ones it wants, and take the others out."),
    ),
    "branch_missing": (
        _("The form does not say which branch it is from."),
        _("Write the branch on the line 单位：, or choose it when uploading."),
    ),
    "branch_unknown": (
        _("The branch “%(branch)s” is not on the list of branches."),
        _("Add it to the list, or correct its name."),
    ),
    "branch_unknown_similar": (
        _("The branch “%(branch)s” is not on the list of branches. Is “%(suggestion)s” meant?"),
        _("Write “%(suggestion)s”, or add the new branch to the list."),
    ),
    "branch_other": (
        _("The form says “%(written)s”, but was sent for “%(branch)s”; it was read for “%(branch)s”."),
        _("Check that the right file was chosen."),
    ),
    "branch_carried_down": (
        _("Where the branch's cell is empty, the branch above was taken (%(count)s rows)."),
        _("Check the rows where one branch ends and the next begins."),
    ),
    "branch_from_sheet": (
        _("The form names no branch; “%(branch)s” was taken from the sheet's name."),
        _("Check it, or write the branch on the line 单位：."),
    ),
    "branch_from_file": (
        _("The form names no branch; “%(branch)s” was taken from the file's name."),
        _("Check it, or write the branch on the line 单位：."),
    ),
    "division_unknown": (
        _("“%(written)s” is none of the divisions of this event: %(divisions)s."),
        _("Write one of them."),
    ),
    "branch_from_title": (
        _("The form names no branch; “%(branch)s” was taken from its title."),
        _("Check it, or write the branch on the line 单位：."),
    ),
}

BRANCHES = {
    "no_branch_table": (
        _("No table of branches was found in this file."),
        _("Head one column 单位 and others 会员人数, 主席, 联系人, 联系电话."),
    ),
    "no_branches": (
        _("The table of branches has no rows."),
        _("Write one branch a row under the headings."),
    ),
    "branch_listed_twice": (
        _("The branch “%(branch)s” stands on the list twice; the other row is %(other_at)s."),
        _("Take one of them out."),
    ),
    "branch_name_missing": (
        _("This row says something of a branch, but not which one."),
        _("Write the name of the branch."),
    ),
    "count_unreadable": (
        _("“%(text)s” is no number."),
        _("Write digits only, or leave the cell empty."),
    ),
}

WORDS = {**REFUSALS, **FILE_NOTES, **NAMES, **DETAILS, **ENTRIES, **BRANCHES}


def word(problem: Problem) -> Mapping[str, str]:
    """The message and the remedy for a problem of a reading; empty for a problem of another room."""
    words = WORDS.get(problem.code)
    if words is None:
        return {}
    message, fix = words
    values = dict(problem.values)
    return {"message": str(message) % values, "fix": str(fix) % values}
